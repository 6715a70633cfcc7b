//! rule_proposals
