"""One session as an agent runs it, through the official Python client: `session.py MODE PROGRAM ARGUMENTS...`.

MODE is "legacy" (handshake), "auto" or a revision of the protocol. Ends with 0 and a line per step, or with the assertion
that failed.
"""

import asyncio
import sys

from mcp import StdioServerParameters
from mcp.client.client import Client

TOOLS = [
    "list_checklists", "get_review_checklist", "scan_code", "list_rules", "reload_rules", "list_development_standards",
    "get_development_standards", "save_security_report", "get_security_report", "list_security_reports",
    "propose_finding_status", "propose_opengrep_rule", "get_project_security_posture", "check_project_gate", "export_sarif",
    "get_trend_report", "request_project",
]
PROMPTS = [
    "security-review", "api-security-review", "configuration-review", "codebase-review", "dependency-review",
    "triage-report", "development-standards",
]
CODE = 'import sqlite3\n\ndef find(db, name):\n    return db.execute("select * from users where name = \'" + name + "\'")\n'


def finding(title, line, severity="high"):
    return {
        "title": title,
        "severity": severity,
        "description": "The name goes into the statement as it is.",
        "rule_id": "PY-005",
        "cwe": "89",
        "file_path": "src/users.py",
        "line_start": line,
        "evidence": f"line {line} of src/users.py",
    }


async def call(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, (name, result.content)
    assert result.structured_content is not None, name
    return result


async def session(mode, program, arguments):
    server = StdioServerParameters(command=program, args=arguments)
    async with Client(server, mode=mode) as client:
        print("protocol", client.protocol_version)
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS, [tool.name for tool in tools]
        assert all(tool.output_schema and tool.description and tool.annotations for tool in tools)
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == PROMPTS
        templates = (await client.list_resource_templates()).resource_templates
        assert {t.uri_template for t in templates} == {"report://{report_id}", "checklist://{domain}", "standard://{slug}"}

        prompt = await client.get_prompt("security-review", {"language": "python", "code": CODE})
        text = prompt.messages[0].content.text
        assert "PY-01" in text and "save_security_report" in text and "select * from users" in text

        access = await call(client, "request_project", project="https://example.com/Team/Shop_API.git")
        assert access.structured_content == {"project": "shop-api", "status": "accessible"}
        checklist = await call(client, "get_review_checklist", domain="python")
        assert "PY-01" in checklist.content[0].text
        scan = await call(client, "scan_code", content=CODE, language="py")
        assert any(m["rule_id"] == "PY-005" and m["line"] == 4 for m in scan.structured_content["matches"]), scan
        print("leads", [m["rule_id"] for m in scan.structured_content["matches"]])

        first = await call(
            client, "save_security_report", project="shop-api", summary="First review of the users module.",
            review_type="security-review", branch="main",
            findings=[finding("SQL injection in find", 4), finding("SQL injection in remove", 20), finding("SQL injection in rename", 31)],
            checklist_results=[{"item_id": "PY-01", "outcome": "issue"}], scan_rules=["PY-005"],
        )
        first = first.structured_content
        assert (first["findings_count"], first["recurring_findings"], first["risk_level"]) == (3, 0, "high"), first

        # One finding is repaired, one has moved, one is new.
        second = await call(
            client, "save_security_report", project="shop-api", summary="Second review of the users module.",
            review_type="security-review", branch="main",
            findings=[finding("SQL injection in find", 6), finding("SQL injection in rename", 31), finding("SQL injection in list", 44)],
        )
        second = second.structured_content
        assert (second["findings_count"], second["recurring_findings"]) == (3, 2), second

        report = await call(client, "get_security_report", report_id=first["report_id"], format="json")
        findings = {f["title"]: f for f in report.structured_content["findings"]}
        repaired = findings["SQL injection in remove"]
        assert repaired["superseded_by"] is None and findings["SQL injection in find"]["superseded_by"] is not None
        proposed = await call(
            client, "propose_finding_status", finding_id=repaired["id"], status="fixed",
            reason="The function binds its parameter since the last commit.",
        )
        assert proposed.structured_content["status"] == "open"
        assert proposed.structured_content["proposed_status"] == "fixed"

        gate = (await call(client, "check_project_gate", project="shop-api")).structured_content
        assert (gate["passed"], gate["blocking_findings"]) == (False, 4), gate
        posture = (await call(client, "get_project_security_posture", project="shop-api")).structured_content
        assert (posture["open_findings_total"], posture["reports_total"], posture["worst_open_severity"]) == (4, 2, "high")
        sarif = (await call(client, "export_sarif", project="shop-api")).structured_content
        assert sarif["version"] == "2.1.0" and len(sarif["runs"][0]["results"]) == 4
        trend = (await call(client, "get_trend_report", project="shop-api", format="json")).structured_content
        assert (trend["summary"]["new_findings"], trend["summary"]["open_now_total"]) == (4, 4), trend["summary"]
        listed = (await call(client, "list_security_reports", project="shop-api")).structured_content
        assert [r["report_id"] for r in listed["reports"]] == [second["report_id"], first["report_id"]]

        resource = await client.read_resource(f"report://{second['report_id']}")
        assert "SQL injection in list" in resource.contents[0].text
        triage = await client.get_prompt("triage-report", {"report_id": str(second["report_id"])})
        assert "SQL injection in list" in triage.messages[0].content.text

        missing = await client.call_tool("get_security_report", {"report_id": 424242})
        assert missing.is_error and "not found" in missing.content[0].text
        print("done")


asyncio.run(session(sys.argv[1], sys.argv[2], sys.argv[3:]))
