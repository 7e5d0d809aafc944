//! The levels of instructions of each architecture, the levels of this CPU, and the level of the process.
//!
//! One binary serves every CPU of an architecture: kernels are compiled for each level that they gain from, and
//! `dispatch` chooses among them. `POKERBITS_CPU=<level>` lowers the choice.

use std::fmt;

use super::lazy::Lazy;
use crate::error::{Error, Result};

/// The environment variable that lowers the level.
pub const OVERRIDE: &str = "POKERBITS_CPU";

/// The extensions that a level adds to those that it includes, for detection and for the kernels that `dispatch` compiles.
/// `V3 and V4` are those of both. A function with instructions of a level names only the extensions that it needs: a test
/// finds each of them here.
#[cfg(target_arch = "x86_64")]
macro_rules! extensions {
    (V3 => $then:ident! { $($args:tt)* }) => {
        $then! { $($args)* "popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "fma" }
    };
    (V4 => $then:ident! { $($args:tt)* }) => {
        $then! {
            $($args)* "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512bitalg" "avx512vbmi" "avx512vbmi2"
            "avx512vpopcntdq" "avx512vnni" "gfni"
        }
    };
    (V3 and V4 => $then:ident! { $($args:tt)* }) => {
        extensions!(V3 => extensions! { and V4 $then [$($args)*] });
    };
    (and V4 $then:ident [$($args:tt)*] $($of_v3:tt)*) => {
        extensions!(V4 => $then! { $($args)* $($of_v3)* });
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use extensions;

/// A set of instructions that kernels are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// The instructions of every CPU of the architecture: SSE2 on x86-64, NEON on ARM64.
    Baseline,
    /// On x86-64: popcnt, lzcnt, bmi1, bmi2, avx2, fma.
    V3,
    /// On x86-64: V3, AVX-512 F, BW, CD, DQ, VL, BITALG, VBMI, VBMI2, VPOPCNTDQ and VNNI, and GFNI: Ice Lake, Zen 4 and later.
    V4,
}

impl Level {
    /// The levels of this architecture, the best last.
    #[cfg(target_arch = "x86_64")]
    pub const ALL: [Self; 3] = [Self::Baseline, Self::V3, Self::V4];
    /// The levels of this architecture, the best last.
    #[cfg(not(target_arch = "x86_64"))]
    pub const ALL: [Self; 1] = [Self::Baseline];

    /// The name that [`OVERRIDE`] takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::V3 => "v3",
            Self::V4 => "v4",
        }
    }

    /// Whether every instruction of `other` belongs to this level.
    pub const fn includes(self, other: Self) -> bool {
        matches!((self, other), (_, Self::Baseline) | (Self::V3 | Self::V4, Self::V3) | (Self::V4, Self::V4))
    }

    /// Whether this CPU has every instruction of the level.
    pub fn is_supported(self) -> bool {
        Self::ALL.contains(&self) && features().iter().filter(|f| self.includes(f.level)).all(|f| f.present)
    }

    /// The level with its proof, if this CPU supports it.
    pub fn prove(self) -> Option<Proven> {
        match self {
            Self::Baseline => Some(Proven::Baseline),
            Self::V3 => V3::new().map(Proven::V3),
            Self::V4 => V4::new().map(Proven::V4),
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

    /// V4 includes V3.
    pub const fn v3(self) -> V3 {
        V3(())
    }
}

/// A level together with the proof that this CPU supports it.
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

/// The level of this process with its proof.
#[inline]
pub fn proven() -> Proven {
    static PROVEN: Lazy<Proven> = Lazy::new();
    *PROVEN.get_or_init(|| level().prove().unwrap_or(Proven::Baseline))
}

/// One instruction-set extension that a level needs.
#[derive(Debug, Clone, Copy)]
pub struct CpuFeature {
    /// Its name, as `/proc/cpuinfo` and the compiler write it.
    pub name: &'static str,
    /// The level that needs it.
    pub level: Level,
    /// Whether this CPU has it.
    pub present: bool,
}

/// The extensions that the levels above the baseline need; none where an architecture has no such level.
pub fn features() -> &'static [CpuFeature] {
    static FEATURES: Lazy<Vec<CpuFeature>> = Lazy::new();
    FEATURES.get_or_init(|| {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! detect {
                ($level:ident $($name:tt)+) => {
                    [$(CpuFeature {
                        name: $name,
                        level: Level::$level,
                        present: std::arch::is_x86_feature_detected!($name),
                    }),+]
                };
            }
            let v3 = extensions!(V3 => detect! { V3 });
            let v4 = extensions!(V4 => detect! { V4 });
            v3.into_iter().chain(v4).collect()
        }
        #[cfg(not(target_arch = "x86_64"))]
        Vec::new()
    })
}

/// The best level of this CPU.
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

/// The level of this process, chosen at the first call. An override that cannot be honoured is ignored here ([`requested`]
/// returns the error).
#[inline]
pub fn level() -> Level {
    static LEVEL: Lazy<Level> = Lazy::new();
    *LEVEL.get_or_init(|| requested().unwrap_or_else(|_| best()))
}

/// Whether `pext` and `pdep` are fast here: BMI2 hardware, except AMD before Zen 3, where they are microcode.
#[inline]
pub fn has_fast_pext() -> bool {
    static FAST: Lazy<bool> = Lazy::new();
    *FAST.get_or_init(|| level().includes(Level::V3) && !is_amd_before_zen3())
}

#[cfg(target_arch = "x86_64")]
fn is_amd_before_zen3() -> bool {
    use std::arch::x86_64::__cpuid;
    // The oldest compilers that the crate promises mark the function unsafe.
    // SAFETY: every x86-64 processor has the instruction.
    #[allow(unsafe_code, unused_unsafe)]
    let cpuid = |leaf| unsafe { __cpuid(leaf) };
    let vendor = cpuid(0);
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let signature = cpuid(1).eax;
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
    fn a_level_is_supported_with_all_that_it_includes() {
        assert!(Level::Baseline.is_supported() && level().is_supported());
        for level in Level::ALL {
            assert!(level.includes(level) && level.includes(Level::Baseline));
            assert_eq!(level.prove().map(Proven::level), level.is_supported().then_some(level));
            for other in Level::ALL.into_iter().filter(|&other| level.includes(other)) {
                assert!(other.is_supported() || !level.is_supported());
                assert!(other == level || !other.includes(level));
            }
        }
        assert!(Level::ALL.into_iter().filter(|level| level.is_supported()).all(|level| best().includes(level)));
    }

    /// The names in the `target_feature` attributes of a folder of sources.
    #[cfg(target_arch = "x86_64")]
    fn enabled(folder: &std::path::Path, found: &mut std::collections::BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                enabled(&path, found);
            } else {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let lists = text.split("target_feature(enable = \"").skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(lists.flat_map(|list| list.split(',')).map(String::from));
            }
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn every_extension_of_a_function_belongs_to_a_level() {
        let mut found = std::collections::BTreeSet::new();
        enabled(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.len() > 10);
        // SSE4.1 belongs to AVX2, and NEON to another architecture.
        found.retain(|name| !["sse4.1", "neon"].contains(&name.as_str()));
        assert!(found.iter().all(|name| features().iter().any(|feature| feature.name == name)), "{found:?}");
    }
}
