//! How a value is embedded in configuration, scripts, pipelines and texts.

use super::forms::Template;

pub fn config(form: &str) -> Option<&'static [Template]> {
    Some(match form {
        "env" => &[("deploy/@svc@.env", ENV), ("config/@svc@/production.env", ENV_EXPORT)],
        "json" => &[
            ("config/@svc@.json", JSON_FLAT),
            ("etc/@svc@/settings.json", JSON_NESTED),
        ],
        "yaml" => &[
            ("config/@svc@.yaml", YAML_FLAT),
            ("deploy/@svc@/values.yaml", YAML_QUOTED),
        ],
        "k8s-env" => &[("deploy/k8s/@svc@.yaml", K8S_ENV)],
        "compose" => &[("deploy/@svc@/docker-compose.yml", COMPOSE)],
        "toml" => &[("config/@svc@.toml", TOML)],
        "ini" => &[("conf/@svc@.ini", INI)],
        "properties" => &[("src/main/resources/@svc@.properties", PROPERTIES)],
        "xml" => &[("conf/@svc@.xml", XML_ELEMENT), ("conf/@svc@-beans.xml", XML_PROPERTY)],
        "dockerfile" => &[("docker/@svc@/Dockerfile", DOCKERFILE)],
        "workflow" => &[
            (".github/workflows/@svc@.yml", WORKFLOW_ENV),
            (".github/workflows/release-@svc@.yml", WORKFLOW_RUN),
        ],
        "gitlab-ci" => &[(".gitlab-ci.yml", GITLAB_CI)],
        "jenkins" => &[("Jenkinsfile", JENKINS)],
        "hcl" => &[("infra/@svc@.tf", HCL_PROVIDER), ("infra/@svc@.tfvars", TFVARS)],
        "shell" => &[
            ("scripts/deploy-@svc@.sh", SHELL_EXPORT),
            ("scripts/@svc@.sh", SHELL_VAR),
        ],
        "curl" => &[("scripts/notify-@svc@.sh", CURL)],
        "http" => &[("api/@svc@.http", HTTP)],
        "cli-flag" => &[("scripts/run-@svc@.sh", CLI_FLAG)],
        "sql" => &[("db/migrations/0042_@svc@.sql", SQL)],
        "powershell" => &[("scripts/@Svc@.ps1", POWERSHELL)],
        "log" => &[("logs/@svc@.log", LOG)],
        "markdown" => &[("docs/@svc@.md", MARKDOWN)],
        "mcp" => &[(".mcp.json", MCP)],
        _ => return None,
    })
}

const ENV: &str = "# settings of @svc@
APP_ENV=production
APP_PORT=@port@
LOG_LEVEL=info
@UPPER@=@v@
DATABASE_HOST=db.acme.io
DATABASE_NAME=@svc@
METRICS_ENABLED=true
";

const ENV_EXPORT: &str = "export APP_ENV=production
export APP_PORT=@port@
export PUBLIC_URL=https://@svc@.acme.io
export @UPPER@=\"@v@\"
export WORKERS=4
export TZ=Europe/Berlin
export FEATURE_EXPORT=on
export LOG_FORMAT=json
";

const JSON_FLAT: &str = r#"{
  "service": "@svc@",
  "listen": "0.0.0.0:@port@",
  "@camel@": "@v@",
  "logLevel": "info",
  "features": {
    "export": true,
    "@word@": 64
  }
}
"#;

const JSON_NESTED: &str = r#"{
  "server": { "host": "@svc@.acme.io", "port": @port@ },
  "upstream": {
    "region": "eu-central",
    "@snake@": "@v@",
    "timeout": 20
  },
  "@word@": { "size": 50, "max": 500 }
}
"#;

const YAML_FLAT: &str = "service:
  name: @svc@
  port: @port@
  replicas: 2
upstream:
  region: eu-central
  @snake@: @v@
  timeout: 20s
log:
  level: info
  format: json
";

const YAML_QUOTED: &str = "replicaCount: 2
image:
  repository: registry.acme.io/@svc@
  tag: \"4.12.0\"
config:
  @camel@: \"@v@\"
  @word@Size: 64
service:
  type: ClusterIP
  port: @port@
";

const K8S_ENV: &str = "apiVersion: apps/v1
kind: Deployment
metadata:
  name: @svc@
spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: @svc@
          image: registry.acme.io/@svc@:4.12.0
          env:
            - name: APP_PORT
              value: \"@port@\"
            - name: @UPPER@
              value: \"@v@\"
          ports:
            - containerPort: @port@
";

const COMPOSE: &str = "services:
  @svc@:
    image: registry.acme.io/@svc@:4.12.0
    restart: unless-stopped
    environment:
      APP_ENV: production
      @UPPER@: @v@
      WORKERS: \"4\"
    ports:
      - \"@port@:@port@\"
  cache:
    image: redis:7
";

const TOML: &str = r#"[server]
host = "0.0.0.0"
port = @port@

[upstream]
url = "https://@svc@.acme.io"
@snake@ = "@v@"
timeout = 20

[@word@]
size = 64
enabled = true
"#;

const INI: &str = "[general]
name = @svc@
port = @port@

[upstream]
host = https://@svc@.acme.io
@snake@ = @v@
retries = 3

[logging]
level = info
";

const PROPERTIES: &str = "server.port=@port@
spring.application.name=@svc@
upstream.url=https://@svc@.acme.io
@dotted@=@v@
upstream.timeout=20s
logging.level.root=INFO
@word@.size=64
management.endpoints.web.exposure.include=health
";

const XML_ELEMENT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<configuration>
  <server>
    <host>@svc@.acme.io</host>
    <port>@port@</port>
  </server>
  <upstream>
    <region>eu-central</region>
    <@camel@>@v@</@camel@>
    <retries>3</retries>
  </upstream>
</configuration>
"#;

const XML_PROPERTY: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<beans xmlns="http://www.springframework.org/schema/beans">
  <bean id="@svc@Client" class="io.acme.@svc@.Client">
    <property name="host" value="@svc@.acme.io"/>
    <property name="port" value="@port@"/>
    <property name="@camel@" value="@v@"/>
    <property name="retries" value="3"/>
  </bean>
</beans>
"#;

const DOCKERFILE: &str = "FROM python:3.13-slim AS base

WORKDIR /srv/@svc@
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt

ENV APP_PORT=@port@
ENV @UPPER@=@v@

COPY . .
EXPOSE @port@
USER nobody
CMD [\"python\", \"-m\", \"@svc@\"]
";

const WORKFLOW_ENV: &str = "name: @svc@
on:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  publish:
    runs-on: ubuntu-24.04
    env:
      REGION: eu-central
      @UPPER@: @v@
    steps:
      - uses: actions/checkout@v5
      - run: make build
      - run: make publish
";

const WORKFLOW_RUN: &str = "name: release @svc@
on:
  workflow_dispatch:
jobs:
  release:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
      - name: Publish
        run: |
          export @UPPER@=\"@v@\"
          make dist
          ./scripts/publish.sh --service @svc@
";

const GITLAB_CI: &str = "stages:
  - build
  - deploy

variables:
  REGION: eu-central
  @UPPER@: \"@v@\"

build:
  stage: build
  script:
    - make build

deploy:
  stage: deploy
  script:
    - ./deploy.sh @svc@
";

const JENKINS: &str = "pipeline {
    agent any
    environment {
        REGION = 'eu-central'
        @UPPER@ = '@v@'
    }
    stages {
        stage('Build') {
            steps {
                sh 'make build'
            }
        }
        stage('Deploy') {
            steps {
                sh './deploy.sh @svc@'
            }
        }
    }
}
";

const HCL_PROVIDER: &str = r#"terraform {
  required_version = ">= 1.9"
}

locals {
  service = "@svc@"
}

provider "acme" {
  region = "eu-central"
  @snake@ = "@v@"
}

resource "acme_instance" "@svc@" {
  name  = local.service
  count = 2
}
"#;

const TFVARS: &str = r#"region       = "eu-central"
environment  = "production"
service_name = "@svc@"
service_port = @port@
@snake@ = "@v@"

tags = {
  team  = "platform"
  stage = "live"
}
"#;

const SHELL_EXPORT: &str = "#!/usr/bin/env bash
set -euo pipefail

export REGION=eu-central
export @UPPER@=@v@

make build
for host in app-01 app-02; do
  rsync -a build/ \"$host:/srv/@svc@/\"
  ssh \"$host\" systemctl restart @svc@
done
echo \"@svc@ deployed\"
";

const SHELL_VAR: &str = "#!/bin/sh
set -eu

region=eu-central
@UPPER@='@v@'
export region @UPPER@

if [ \"$#\" -lt 1 ]; then
  echo \"usage: $0 version\" >&2
  exit 2
fi

./bin/@svc@ --version \"$1\" --listen :@port@
";

const CURL: &str = "#!/bin/sh
set -eu

version=$1

curl --fail --silent \\
  -H \"Authorization: Bearer @v@\" \\
  -H \"Content-Type: application/json\" \\
  -d \"{\\\"version\\\": \\\"$version\\\"}\" \\
  https://@svc@.acme.io/deployments

echo \"notified @svc@\"
";

const HTTP: &str = "### list the items
GET https://@svc@.acme.io/items?page=1
Accept: application/json
Authorization: Bearer @v@

### make one
POST https://@svc@.acme.io/items
Content-Type: application/json

{ \"title\": \"first\", \"@word@\": 3 }
";

const CLI_FLAG: &str = "#!/bin/sh
set -eu

cd /srv/@svc@

./bin/@svc@ serve \\
  --listen :@port@ \\
  --region eu-central \\
  --@kebab@ @v@ \\
  --@word@-size 64

echo \"@svc@ stopped\"
";

const SQL: &str = "BEGIN;

CREATE TABLE IF NOT EXISTS settings (
    name text PRIMARY KEY,
    value text NOT NULL
);

INSERT INTO settings (name, value) VALUES
    ('region', 'eu-central'),
    ('@snake@', '@v@'),
    ('@word@_size', '64');

COMMIT;
";

const POWERSHELL: &str = "param([string]$Version)

$ErrorActionPreference = 'Stop'
$env:REGION = 'eu-central'
$env:@UPPER@ = '@v@'

dotnet build -c Release
dotnet publish -c Release -o out
Write-Host \"@svc@ $Version published\"
";

const LOG: &str = "2026-01-14T08:12:01Z INFO  @svc@ starting, port @port@
2026-01-14T08:12:01Z INFO  @svc@ region eu-central
2026-01-14T08:12:02Z DEBUG @svc@ upstream GET /items page=1
2026-01-14T08:12:02Z DEBUG @svc@ request header authorization: Bearer @v@
2026-01-14T08:12:02Z INFO  @svc@ upstream answered 200 in 84 ms
2026-01-14T08:12:03Z WARN  @svc@ @word@ nearly full (61 of 64)
2026-01-14T08:12:09Z INFO  @svc@ 24 rows copied
2026-01-14T08:12:10Z INFO  @svc@ idle
";

const MARKDOWN: &str = "# @Svc@

The service copies rows every ten minutes.

## Setting up

1. Clone the repository and run `make build`.
2. Set the variable and start:

```sh
export @UPPER@=@v@
make run
```

The service listens on port @port@.
";

const MCP: &str = r#"{
  "mcpServers": {
    "@svc@": {
      "command": "npx",
      "args": ["-y", "@acme/@svc@-server"],
      "env": {
        "REGION": "eu-central",
        "@UPPER@": "@v@"
      }
    }
  }
}
"#;
