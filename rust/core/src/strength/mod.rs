//! Hand strength.
