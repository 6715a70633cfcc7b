//! Rules, checklists, standards, proposals of rules, settings.

pub(super) const UP: &str = r#"
CREATE TABLE rule_proposal (
    id {id},
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    rule_id {text} NOT NULL,
    content {text} NOT NULL,
    reason {text} NOT NULL,
    test_code {text},
    proposed_by {text} NOT NULL,
    proposed_at BIGINT NOT NULL,
    state {text} NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'superseded')),
    decided_by {text},
    decided_at BIGINT,
    decision_reason {text}
);
CREATE INDEX rule_proposal_state ON rule_proposal (project_id, state, rule_id);
CREATE INDEX rule_proposal_date ON rule_proposal (proposed_at, id);
-- One pending proposal of a rule per project.
CREATE UNIQUE INDEX rule_proposal_pending ON rule_proposal (project_id, rule_id) WHERE state = 'pending';

CREATE TABLE rule (
    id {text} NOT NULL PRIMARY KEY,
    title {text} NOT NULL,
    severity_rank SMALLINT NOT NULL CHECK (severity_rank BETWEEN 0 AND 4),
    cwe {text},
    languages {text} NOT NULL,
    definition {text} NOT NULL,
    digest {text} NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    updated_by {text}
);

CREATE TABLE checklist_item (
    domain {text} NOT NULL,
    id {text} NOT NULL,
    title {text} NOT NULL,
    what_to_look_for {text} NOT NULL,
    cwe {text},
    digest {text} NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    updated_by {text},
    PRIMARY KEY (domain, id)
);

CREATE TABLE disabled_rule (
    rule_id {text} NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    created_by {text}
);

CREATE TABLE seed (
    kind {text} NOT NULL,
    key {text} NOT NULL,
    digest {text} NOT NULL,
    seeded_at BIGINT NOT NULL,
    PRIMARY KEY (kind, key)
);

CREATE TABLE revision (
    id SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
    value BIGINT NOT NULL
);
INSERT INTO revision (id, value) VALUES (1, 0);

CREATE TABLE standard (
    slug {text} NOT NULL PRIMARY KEY,
    title {text} NOT NULL,
    description {text} NOT NULL,
    technologies {text} NOT NULL,
    file_patterns {text} NOT NULL,
    content {text} NOT NULL,
    enabled BOOLEAN NOT NULL DEFAULT TRUE,
    digest {text} NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    updated_by {text}
);

CREATE TABLE setting (
    key {text} NOT NULL PRIMARY KEY,
    value {text} NOT NULL,
    updated_at BIGINT NOT NULL,
    updated_by {text}
);
"#;
