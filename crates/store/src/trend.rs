//! trend
