//! Texts around addresses, connection strings, headers, commands and pairs.

pub const URL_PYTHON: &str = r#"from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

ENGINE = create_engine(
    "postgresql+psycopg://orders_rw:@v@@db.acme.io:5432/orders",
    pool_size=10,
    pool_pre_ping=True,
)
Session = sessionmaker(bind=ENGINE)


def ping() -> bool:
    with ENGINE.connect() as connection:
        return connection.exec_driver_sql("select 1").scalar() == 1
"#;

pub const URL_ENV: &str = "APP_ENV=production
APP_PORT=@port@
DATABASE_URL=mysql://@svc@:@v@@mysql.acme.io:3306/@svc@?charset=utf8mb4
LOG_LEVEL=info
WORKERS=4
TZ=Europe/Berlin
METRICS_PORT=9100
FEATURE_EXPORT=on
";

pub const URL_YAML: &str = "server:
  port: @port@
mongo:
  uri: mongodb+srv://@svc@:@v@@cluster0.acme.mongodb.net/@svc@?retryWrites=true
  pool: 20
log:
  level: info
  format: json
";

pub const URL_JS: &str = r#"const amqp = require("amqplib");

pub const broker = "amqps://@svc@:@v@@queue.acme.io:5671/live";

async function open() {
  const connection = await amqp.connect(broker);
  const channel = await connection.createChannel();
  await channel.assertQueue("@word@", { durable: true });
  return channel;
}

module.exports = { open };
"#;

pub const URL_TOML: &str = r#"[server]
port = @port@
workers = 4

[cache]
url = "rediss://:@v@@cache.acme.io:6380/2"
prefix = "@svc@"

[log]
level = "info"
"#;

pub const URL_JAVA: &str = r#"package io.acme;

import java.net.URI;

final class Mail {
    private static final URI SERVER = URI.create("smtp://notices:@v@@mail.acme.io:587");

    String host() {
        return SERVER.getHost();
    }

    int port() {
        return SERVER.getPort();
    }
}
"#;

pub const URL_GO: &str = r#"package @svc@

import "github.com/redis/go-redis/v9"

pub const address = "redis://@svc@:@v@@cache.acme.io:6379/0"

func open() (*redis.Client, error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, err
	}
	options.PoolSize = 20
	return redis.NewClient(options), nil
}
"#;

pub const URL_SHELL: &str = "#!/bin/sh
set -eu

target=/srv/mirror
mkdir -p \"$target\"
cd \"$target\"

wget --mirror --no-parent ftp://mirror:@v@@files.acme.io/releases/
find . -name '*.tmp' -delete
du -sh .
";

pub const URL_PIP: &str = "--extra-index-url https://puller:@v@@pypi.acme.io/simple/
httpx==0.28.1
pydantic==2.11.7
sqlalchemy==2.0.41
uvicorn==0.35.0
acme-orders==4.12.0
";

pub const URL_PROPS: &str = "server.port=@port@
spring.application.name=@svc@
spring.data.mongodb.uri=mongodb://@svc@:@v@@mongo.acme.io:27017/@svc@
spring.jpa.open-in-view=false
logging.level.root=INFO
management.server.port=9100
";

pub const ADO: &str = r#"{
  "Logging": { "LogLevel": { "Default": "Information" } },
  "ConnectionStrings": {
    "Shop": "Server=tcp:sql.acme.io,1433;Database=shop;User ID=shop_rw;Password=@v@;Encrypt=True;"
  },
  "AllowedHosts": "*",
  "Kestrel": { "Limits": { "MaxConcurrentConnections": 200 } }
}
"#;

pub const ODBC: &str = r#"import pyodbc

DSN = "DRIVER={ODBC Driver 18 for SQL Server};SERVER=sql.acme.io;DATABASE=@svc@;UID=export;PWD=@v@"


def rows(day: str):
    with pyodbc.connect(DSN) as connection:
        cursor = connection.cursor()
        cursor.execute("select id, total from sales where day = ?", day)
        yield from cursor.fetchall()
"#;

pub const JDBC: &str = r#"package io.acme;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

final class Store {
    private static final String ADDRESS =
        "jdbc:postgresql://db.acme.io:5432/store?user=store_rw&password=@v@&ssl=true";

    Connection open() throws SQLException {
        return DriverManager.getConnection(ADDRESS);
    }
}
"#;

pub const BASIC: &str = r#"import requests

BASE = "https://@svc@.acme.io/api"
HEADERS = {
    "Accept": "application/json",
    "Authorization": "Basic @v@",
}


def items(page: int) -> list:
    answer = requests.get(f"{BASE}/items", headers=HEADERS, params={"page": page}, timeout=20)
    answer.raise_for_status()
    return answer.json()
"#;

pub const BEARER: &str = r#"const base = "https://@svc@.acme.io/v2";

export async function items(page) {
  const answer = await fetch(`${base}/items?page=${page}`, {
    headers: {
      Accept: "application/json",
      Authorization: "Bearer @v@",
    },
  });
  return answer.json();
}
"#;

pub const CURL_USER: &str = "#!/bin/sh
set -eu

file=$1
test -f \"$file\"

curl --fail --silent --show-error \\
  -u publisher:@v@ \\
  --upload-file \"$file\" \\
  https://nexus.acme.io/repository/@svc@/

echo \"$file uploaded\"
";

pub const SSHPASS: &str = "#!/bin/bash
set -euo pipefail

hosts=(app-01 app-02)

for host in \"${hosts[@]}\"; do
  sshpass -p '@v@' scp -r build \"deploy@$host:/srv/@svc@\"
done

echo done
";

pub const MYSQL_FLAG: &str = "#!/bin/sh
set -eu

day=$(date +%F)
out=/backup/@svc@-$day.sql.gz

mysqldump -h db.acme.io -u backup -p@v@ --single-transaction @svc@ | gzip > \"$out\"
find /backup -mtime +14 -delete
ls -l \"$out\"
";

pub const QUERY: &str = "feeds:
  - name: @svc@
    interval: 10m
    url: https://feeds.acme.io/@svc@.xml?access_token=@v@&limit=50
  - name: weather
    interval: 1h
    url: https://feeds.acme.io/weather.xml
log:
  level: info
";

pub const SQL_CREATE: &str = "BEGIN;

CREATE ROLE @svc@_rw LOGIN PASSWORD '@v@';
GRANT CONNECT ON DATABASE @svc@ TO @svc@_rw;
GRANT USAGE ON SCHEMA public TO @svc@_rw;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO @svc@_rw;

COMMIT;
";

pub const SQL_IDENTIFIED: &str = "CREATE DATABASE IF NOT EXISTS @svc@;
USE @svc@;

CREATE USER 'reader'@'%' IDENTIFIED BY '@v@';
GRANT SELECT ON @svc@.* TO 'reader'@'%';
FLUSH PRIVILEGES;
";

pub const POWERSHELL: &str = "param([string]$Server = 'web.acme.io')

$ErrorActionPreference = 'Stop'

$secure = ConvertTo-SecureString '@v@' -AsPlainText -Force
$login = New-Object System.Management.Automation.PSCredential('ACME\\deploy', $secure)

Invoke-Command -ComputerName $Server -Credential $login -ScriptBlock {
    Restart-Service -Name 'Shop'
}
";

pub const HASH_SQL: &str = "CREATE TABLE IF NOT EXISTS staff (
    id serial PRIMARY KEY,
    login text NOT NULL,
    stored text NOT NULL
);

INSERT INTO staff (login, stored) VALUES
    ('operator', '@v@');
";

pub const SAS: &str = r#"import httpx

TARGET = (
    "https://acmeexport.blob.core.windows.net/daily?sv=2024-11-04&ss=b&srt=co&sp=rwl"
    "&se=2031-12-31T22:00:00Z&spr=https&sig=@v@"
)


def upload(body: bytes) -> None:
    answer = httpx.put(TARGET, content=body, timeout=60)
    answer.raise_for_status()
"#;

pub const SERVICE_BUS: &str = r#"{
  "queue": "@svc@",
  "bus": "Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=@v@",
  "prefetch": 20,
  "lockSeconds": 60,
  "@word@": 4
}
"#;

pub const STORAGE: &str = r#"{
  "IsEncrypted": false,
  "Values": {
    "FUNCTIONS_WORKER_RUNTIME": "dotnet-isolated",
    "AzureWebJobsStorage": "DefaultEndpointsProtocol=https;AccountName=acmeshop;AccountKey=@v@;EndpointSuffix=core.windows.net"
  },
  "Host": { "LocalHttpPort": 7071 }
}
"#;

pub const STORAGE_PY: &str = r#"from azure.storage.blob import BlobServiceClient

ACCOUNT = "acme@svc@"
ACCOUNT_KEY = "@v@"

service = BlobServiceClient(
    account_url=f"https://{ACCOUNT}.blob.core.windows.net",
    credential=ACCOUNT_KEY,
)


def names(container: str) -> list[str]:
    return [blob.name for blob in service.get_container_client(container).list_blobs()]
"#;

pub const STORAGE_CS: &str = r#"using Azure.Storage;
using Azure.Storage.Blobs;

namespace Acme.Shop
{
    public static class Blobs
    {
        private const string AccountName = "acmeshop";
        private const string StorageAccountKey = "@v@";

        public static StorageSharedKeyCredential Credential()
        {
            return new StorageSharedKeyCredential(AccountName, StorageAccountKey);
        }
    }
}
"#;

pub const FUNCTION: &str = r#"const endpoint =
  "https://acme-@svc@.azurewebsites.net/api/report?code=@v@";

export async function report(day: string): Promise<unknown> {
  const answer = await fetch(`${endpoint}&day=${day}`);
  if (!answer.ok) {
    throw new Error(`report failed: ${answer.status}`);
  }
  return answer.json();
}
"#;

pub const TELEGRAM: &str = r#"import httpx

ADDRESS = "https://api.telegram.org/bot@v@/sendMessage"
CHAT = -1001400


def alert(text: str) -> None:
    body = {"chat_id": CHAT, "text": text}
    answer = httpx.post(ADDRESS, json=body, timeout=20)
    answer.raise_for_status()
"#;

pub const AWS_INI: &str = "[default]
region = eu-central-1
output = json

[live]
aws_access_key_id = @id@
aws_secret_access_key = @v@
region = eu-central-1
";

pub const AWS_ENV: &str = "APP_ENV=production
AWS_DEFAULT_REGION=eu-central-1
AWS_ACCESS_KEY_ID=@id@
AWS_SECRET_ACCESS_KEY=@v@
BUCKET=acme-@svc@
LOG_LEVEL=info
WORKERS=4
";

pub const AWS_JS: &str = r#"import { S3Client, ListObjectsV2Command } from "@aws-sdk/client-s3";

pub const client = new S3Client({
  region: "eu-central-1",
  credentials: {
    accessKeyId: "@id@",
    secretAccessKey: "@v@",
  },
});

export async function names(bucket) {
  const answer = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  return answer.Contents.map((entry) => entry.Key);
}
"#;

pub const ALIBABA: &str = r#"import oss2

ENDPOINT = "https://oss-eu-central-1.aliyuncs.com"

auth = oss2.Auth(
    "@id@",
    "@v@",
)
bucket = oss2.Bucket(auth, ENDPOINT, "acme-@svc@")


def exists(name: str) -> bool:
    return bucket.object_exists(name)
"#;

pub const ATLAS: &str = r#"terraform {
  required_providers {
    mongodbatlas = {
      source = "mongodb/mongodbatlas"
    }
  }
}

provider "mongodbatlas" {
  public_key  = "@id@"
  private_key = "@v@"
}
"#;

pub const TWILIO: &str = r##"require "twilio-ruby"

class Sms
  SENDER = "Acme"
  ACCOUNT_SID = "@id@"
  AUTH_TOKEN = "@v@"

  def initialize
    @client = Twilio::REST::Client.new(ACCOUNT_SID, AUTH_TOKEN)
  end

  def send(to, text)
    @client.messages.create(from: SENDER, to: to, body: text)
  end
end
"##;

pub const CONFLUENT: &str = "bootstrap.servers=pkc-4r297.europe-west3.gcp.confluent.cloud:9092
security.protocol=SASL_SSL
sasl.mechanism=PLAIN
confluent.api.key=@id@
confluent.api.secret=@v@
acks=all
linger.ms=20
";

pub const CLOUDINARY: &str = "APP_ENV=production
APP_PORT=@port@
CLOUDINARY_URL=cloudinary://@id@:@v@@acme
LOG_LEVEL=info
WORKERS=4
METRICS_PORT=9100
";
