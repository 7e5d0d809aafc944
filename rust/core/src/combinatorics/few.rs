//! Sorting of few items.

/// Sorts some dozens of items, and keeps the order of equal ones: a hundredth of the code that a sort of the standard
/// library adds for each type and order.
pub fn sort_few<T>(items: &mut [T], is_less: &dyn Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_items_are_sorted_and_equal_ones_keep_their_order() {
        for n in 0..20u32 {
            let mut items: Vec<[u32; 2]> = (0..n).map(|at| [at * 7 % 5, at]).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            sort_few(&mut items, &|a, b| a[0] < b[0]);
            assert_eq!(items, expected);
        }
    }
}
