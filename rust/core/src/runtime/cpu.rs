//! Run-time dispatch: which instruction sets this process uses, decided once.
//!
//! One binary serves every x86-64 CPU. Kernels that gain from newer instructions are compiled several times from the
//! same body and choose among the clones by [`level`]. `POKERBITS_CPU=baseline|v3|v4` lowers the choice.

use std::fmt;

use super::lazy::Lazy;
use crate::error::{Error, Result};

/// The environment variable that lowers the level.
pub const OVERRIDE: &str = "POKERBITS_CPU";

/// A step of the instruction-set ladder, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every CPU of the architecture has.
    Baseline,
    /// popcnt, lzcnt, bmi1, bmi2, avx2.
    V3,
    /// The above, AVX-512 F, BW, CD, DQ, VL, BITALG, VBMI, VBMI2 and VPOPCNTDQ, and GFNI: Ice Lake, Zen 4 and later.
    V4,
}

impl Level {
    /// Every level, lowest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::V3, Self::V4];

    /// The name that [`OVERRIDE`] takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::V3 => "v3",
            Self::V4 => "v4",
        }
    }

    /// Whether this CPU has every instruction of the level.
    pub fn is_supported(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::V3 => features().iter().filter(|f| f.level == Self::V3).all(|f| f.present),
            Self::V4 => Self::V3.is_supported() && features().iter().filter(|f| f.level == Self::V4).all(|f| f.present),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Proof that this CPU has every instruction of [`Level::V3`]: a kernel that takes one is safe to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct V3(());

impl V3 {
    /// The proof, if the CPU has the instructions.
    pub fn new() -> Option<Self> {
        Level::V3.is_supported().then_some(Self(()))
    }
}

/// Proof that this CPU has every instruction of [`Level::V4`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct V4(());

impl V4 {
    /// The proof, if the CPU has the instructions.
    pub fn new() -> Option<Self> {
        Level::V4.is_supported().then_some(Self(()))
    }

    /// What has v4 has v3.
    pub const fn v3(self) -> V3 {
        V3(())
    }
}

/// A level together with the proof that this CPU supports it: what dispatch matches on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proven {
    /// No instruction beyond the baseline.
    Baseline,
    /// Those of v3.
    V3(V3),
    /// Those of v4.
    V4(V4),
}

impl Proven {
    /// The level that is proved.
    pub const fn level(self) -> Level {
        match self {
            Self::Baseline => Level::Baseline,
            Self::V3(_) => Level::V3,
            Self::V4(_) => Level::V4,
        }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.level().fmt(f)
    }
}

impl Level {
    /// The level with its proof, if this CPU supports it.
    pub fn prove(self) -> Option<Proven> {
        match self {
            Self::Baseline => Some(Proven::Baseline),
            Self::V3 => V3::new().map(Proven::V3),
            Self::V4 => V4::new().map(Proven::V4),
        }
    }
}

/// The level of this process with its proof.
#[inline]
pub fn proven() -> Proven {
    static PROVEN: Lazy<Proven> = Lazy::new();
    *PROVEN.get_or_init(|| level().prove().unwrap_or(Proven::Baseline))
}

/// One instruction-set extension that a level needs.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// Its name, as `/proc/cpuinfo` and the compiler write it.
    pub name: &'static str,
    /// The level that needs it.
    pub level: Level,
    /// Whether this CPU has it.
    pub present: bool,
}

macro_rules! detect {
    ($($level:ident: $($name:tt),+;)+) => {
        vec![$($(Feature { name: $name, level: Level::$level, present: std::arch::is_x86_feature_detected!($name) },)+)+]
    };
}

/// The extensions that the levels above baseline need; empty off x86-64.
pub fn features() -> &'static [Feature] {
    static FEATURES: Lazy<Vec<Feature>> = Lazy::new();
    FEATURES.get_or_init(|| {
        #[cfg(target_arch = "x86_64")]
        {
            detect! {
                V3: "popcnt", "lzcnt", "bmi1", "bmi2", "avx2";
                V4: "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512bitalg", "avx512vbmi",
                    "avx512vbmi2", "avx512vpopcntdq", "gfni";
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            vec![Feature { name: "x86-64", level: Level::V3, present: false }]
        }
    })
}

/// The highest level of this CPU.
pub fn best() -> Level {
    Level::ALL.into_iter().rfind(|l| l.is_supported()).unwrap_or(Level::Baseline)
}

/// The level that [`OVERRIDE`] asks for, or the best one. An unknown or unsupported level is an error.
pub fn requested() -> Result<Level> {
    let Some(text) = std::env::var_os(OVERRIDE).filter(|t| !t.is_empty()) else {
        return Ok(best());
    };
    let text = text.to_string_lossy();
    let wanted = Level::ALL.into_iter().find(|l| l.name() == text);
    wanted.filter(|l| l.is_supported()).ok_or_else(|| {
        let names: Vec<_> = Level::ALL.into_iter().filter(|l| l.is_supported()).map(Level::name).collect();
        Error::InvalidArgument(format!("{OVERRIDE}={text}: this CPU supports {}", names.join(", ")))
    })
}

/// The level of this process, chosen at the first call; an override that cannot be honoured counts as none
/// (ask [`requested`] for the error).
#[inline]
pub fn level() -> Level {
    static LEVEL: Lazy<Level> = Lazy::new();
    *LEVEL.get_or_init(|| requested().unwrap_or_else(|_| best()))
}

/// Whether `pext` and `pdep` are fast here: BMI2 hardware, except AMD before Zen 3, where they are microcode.
pub fn has_fast_pext() -> bool {
    static FAST: Lazy<bool> = Lazy::new();
    *FAST.get_or_init(|| level() >= Level::V3 && !is_amd_before_zen3())
}

#[cfg(target_arch = "x86_64")]
fn is_amd_before_zen3() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = __cpuid(1).eax;
    let base = signature >> 8 & 0xf;
    let family = if base == 0xf { base + (signature >> 20 & 0xff) } else { base };
    // Family 0x19 is Zen 3.
    is_amd && family < 0x19
}

#[cfg(not(target_arch = "x86_64"))]
fn is_amd_before_zen3() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_nested() {
        assert!(Level::Baseline.is_supported());
        assert!(Level::Baseline < Level::V3 && Level::V3 < Level::V4);
        assert!(level() <= best());
        assert!(level().is_supported());
        for level in Level::ALL {
            assert_eq!(level.is_supported(), level <= best());
            assert_eq!(level.prove().map(Proven::level), level.is_supported().then_some(level));
        }
    }
}
