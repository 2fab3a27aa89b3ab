//! Us and our peers, measured.
