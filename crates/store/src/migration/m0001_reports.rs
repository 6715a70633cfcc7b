//! Projects, reports, findings, their history and the audit log.

/// `{id}` is an auto-incremented number, `{text}` a text compared by code point: the same order on both engines.
pub(super) const UP: &str = r#"
CREATE TABLE project (
    id {id},
    name {text} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    created_by {text},
    autojoin_blocked BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE project_alias (
    id {id},
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    kind {text} NOT NULL CHECK (kind IN ('name', 'repository')),
    value {text} NOT NULL,
    first_seen_at BIGINT NOT NULL,
    UNIQUE (project_id, kind, value)
);

CREATE TABLE report (
    id {id},
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    risk_rank SMALLINT NOT NULL CHECK (risk_rank BETWEEN 0 AND 4),
    findings_total INTEGER NOT NULL,
    repository {text},
    branch {text},
    commit_sha {text},
    reviewer {text},
    author {text},
    review_type {text},
    submitted_by {text},
    idempotency_key {text},
    content_digest {text} NOT NULL,
    summary {text} NOT NULL,
    scope {text},
    checklist_results {text} NOT NULL DEFAULT '[]',
    scan_rules {text} NOT NULL DEFAULT '[]',
    search_text {text} NOT NULL,
    search_author {text},
    -- What the answer to the save said besides, for the same answer when it is sent again.
    outcome {text} NOT NULL DEFAULT '',
    UNIQUE (id, project_id)
);
CREATE INDEX report_project_date ON report (project_id, created_at, id, risk_rank);
CREATE INDEX report_date ON report (created_at, id);
CREATE INDEX report_line_of_reviews ON report (project_id, review_type, branch, id);
CREATE INDEX report_newest ON report (project_id, id);
CREATE UNIQUE INDEX report_idempotency ON report (project_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- Lists over all projects.
CREATE INDEX report_kind ON report (review_type, created_at, id) WHERE review_type IS NOT NULL;
CREATE INDEX report_risk ON report (risk_rank, created_at, id);
CREATE INDEX report_commit ON report (commit_sha) WHERE commit_sha IS NOT NULL;
CREATE INDEX report_author ON report (author) WHERE author IS NOT NULL;
CREATE INDEX report_empty ON report (created_at, id) WHERE findings_total = 0;

CREATE TABLE finding (
    id {id},
    report_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    issue_id BIGINT NOT NULL,
    -- The sighting that took its place, written once. The current one is that of the issue: see issue_successor.
    superseded_by BIGINT REFERENCES finding (id),
    created_at BIGINT NOT NULL,
    first_seen_at BIGINT NOT NULL,
    severity_rank SMALLINT NOT NULL CHECK (severity_rank BETWEEN 0 AND 4),
    reported_rank SMALLINT NOT NULL CHECK (reported_rank BETWEEN 0 AND 4),
    version BIGINT NOT NULL DEFAULT 1,
    status {text} NOT NULL CHECK (status IN ('open', 'fixed', 'accepted', 'false_positive')),
    status_changed_at BIGINT,
    status_expires_at BIGINT,
    decided_rank SMALLINT CHECK (decided_rank BETWEEN 0 AND 4),
    fingerprint_v1 {text} NOT NULL,
    fingerprint {text} NOT NULL,
    title {text} NOT NULL,
    rule_id {text},
    category {text} NOT NULL,
    cwe {text},
    owasp {text},
    file_path {text},
    line_start BIGINT CHECK (line_start >= 1),
    line_end BIGINT CHECK (line_end >= 1),
    confidence {text},
    source {text},
    sink {text},
    status_reason {text},
    status_approver {text},
    proposed_status {text} CHECK (proposed_status IN ('fixed', 'accepted', 'false_positive')),
    proposed_reason {text},
    proposed_by {text},
    proposed_at BIGINT,
    original_rank SMALLINT CHECK (original_rank BETWEEN 0 AND 4),
    severity_reason {text},
    severity_changed_by {text},
    severity_changed_at BIGINT,
    description {text} NOT NULL,
    evidence {text},
    recommendation {text},
    impact {text},
    verification {text},
    FOREIGN KEY (report_id, project_id) REFERENCES report (id, project_id) ON DELETE CASCADE
);
CREATE INDEX finding_report ON finding (report_id, id);
CREATE INDEX finding_superseded ON finding (superseded_by) WHERE superseded_by IS NOT NULL;
-- One current finding per issue and line, whatever the program does; findings without a line are told apart by nothing.
CREATE UNIQUE INDEX finding_current_issue ON finding (project_id, fingerprint, line_start) WHERE superseded_by IS NULL;
-- From an older sighting to the current one.
CREATE INDEX finding_current_of_issue ON finding (issue_id) WHERE superseded_by IS NULL;
-- What gate, posture and trend count.
CREATE INDEX finding_current_status ON finding (project_id, status, severity_rank, cwe, first_seen_at, status_expires_at)
    WHERE superseded_by IS NULL;
-- Lists, the worst first.
CREATE INDEX finding_current_worst ON finding (project_id, severity_rank, created_at, id, status, status_expires_at, report_id)
    WHERE superseded_by IS NULL;
CREATE INDEX finding_current_worst_of_all ON finding (severity_rank, created_at, id, status, status_expires_at, project_id, report_id)
    WHERE superseded_by IS NULL;
-- Oldest report first, and what is still open in a report.
CREATE INDEX finding_current_report ON finding (project_id, report_id, id, status, severity_rank, status_expires_at)
    WHERE superseded_by IS NULL;
-- Findings of one kind of review in all projects.
CREATE INDEX finding_current_report_of_all ON finding (report_id, severity_rank, created_at, id, status, status_expires_at)
    WHERE superseded_by IS NULL;
CREATE INDEX finding_current_accepted ON finding (project_id, status_expires_at, id)
    WHERE superseded_by IS NULL AND status = 'accepted';
CREATE INDEX finding_current_accepted_of_all ON finding (status_expires_at, id, project_id)
    WHERE superseded_by IS NULL AND status = 'accepted';
CREATE INDEX finding_current_proposed ON finding (project_id, status, status_expires_at)
    WHERE superseded_by IS NULL AND proposed_status IS NOT NULL;

-- Issues that were merged into another one, which was not merged itself: the way to their current sighting is one step.
CREATE TABLE issue_successor (
    issue_id BIGINT NOT NULL PRIMARY KEY,
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    into_issue_id BIGINT NOT NULL
);
CREATE INDEX issue_successor_into ON issue_successor (project_id, into_issue_id);

CREATE TABLE status_event (
    id {id},
    project_id BIGINT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    issue_id BIGINT NOT NULL,
    finding_id BIGINT NOT NULL REFERENCES finding (id) ON DELETE CASCADE,
    -- The report that was saved, for the steps of a save. No foreign key: with its findings a report goes only with its project.
    report_id BIGINT,
    at BIGINT NOT NULL,
    -- `at` in whole days since the epoch: what a trend groups by.
    day INTEGER NOT NULL,
    kind {text} NOT NULL,
    before_rank SMALLINT CHECK (before_rank BETWEEN 0 AND 4),
    after_rank SMALLINT CHECK (after_rank BETWEEN 0 AND 4),
    opened_at BIGINT NOT NULL,
    actor {text} NOT NULL,
    recorded_at BIGINT NOT NULL
);
CREATE INDEX status_event_day ON status_event (project_id, kind, before_rank, after_rank, day);
CREATE INDEX status_event_fixed ON status_event (project_id, at, before_rank, opened_at) WHERE kind = 'fixed';
CREATE INDEX status_event_issue ON status_event (issue_id, id);
CREATE INDEX status_event_finding ON status_event (finding_id);

CREATE TABLE comment (
    id {id},
    finding_id BIGINT NOT NULL REFERENCES finding (id) ON DELETE CASCADE,
    author {text} NOT NULL,
    body {text} NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX comment_finding ON comment (finding_id, created_at, id);

CREATE TABLE audit_event (
    id {id},
    created_at BIGINT NOT NULL,
    action {text} NOT NULL,
    actor {text} NOT NULL,
    target_type {text} NOT NULL,
    target_id {text},
    project {text},
    details {text} NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_event_date ON audit_event (created_at, id);
CREATE INDEX audit_event_action ON audit_event (action, created_at, id);
CREATE INDEX audit_event_actor ON audit_event (actor, created_at, id);
CREATE INDEX audit_event_project ON audit_event (project, created_at, id) WHERE project IS NOT NULL;
"#;
