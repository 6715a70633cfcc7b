//! Texts of the files with a place of their own for a credential.

pub const NPMRC_TOKEN: &str = "registry=https://npm.acme.io/
save-exact=true
fund=false
//npm.acme.io/:_authToken=@0@
@acme:registry=https://npm.acme.io/
audit-level=high
engine-strict=true
";

pub const NPMRC_AUTH: &str = "registry=https://nexus.acme.io/repository/npm/
_auth=@0@
email=deploy@acme.io
strict-ssl=true
progress=false
";

pub const YARNRC: &str = "nodeLinker: node-modules
enableTelemetry: false

npmScopes:
  acme:
    npmRegistryServer: \"https://npm.acme.io\"
    npmAlwaysAuth: true
    npmAuthToken: \"@0@\"

yarnPath: .yarn/releases/yarn-4.9.1.cjs
";

pub const PYPIRC: &str = "[distutils]
index-servers =
    acme

[acme]
repository = https://pypi.acme.io/simple/
username = uploader
password = @0@
";

pub const NETRC: &str = "machine git.acme.io
  login deploy
  password @0@

machine mirror.acme.io
  login anonymous
";

pub const DOCKER: &str = r#"{
  "auths": {
    "registry.acme.io": {
      "auth": "@0@"
    }
  },
  "detachKeys": "ctrl-e,e",
  "psFormat": "table {{.Names}}"
}
"#;

pub const DOCKERCFG: &str = r#"{
  "https://registry.acme.io/v1/": {
    "auth": "@0@",
    "email": "puller@acme.io"
  }
}
"#;

pub const KUBE_TOKEN: &str = "apiVersion: v1
kind: Config
current-context: live
clusters:
  - name: live
    cluster:
      server: https://k8s.acme.io:6443
contexts:
  - name: live
    context:
      cluster: live
      user: deployer
users:
  - name: deployer
    user:
      token: @0@
";

pub const KUBE_PASSWORD: &str = "apiVersion: v1
kind: Config
clusters:
  - name: edge
    cluster:
      server: https://edge.acme.io:6443
users:
  - name: operator
    user:
      username: operator
      password: '@0@'
contexts:
  - name: edge
    context: { cluster: edge, user: operator }
current-context: edge
";

pub const K8S_DATA: &str = "apiVersion: v1
kind: Secret
metadata:
  name: @svc@-db
  namespace: live
type: Opaque
data:
  host: ZGIuYWNtZS5pbw==
  password: @0@
";

pub const K8S_LIST: &str = "apiVersion: v1
kind: Service
metadata:
  name: @svc@
spec:
  ports:
    - port: @port@
---
apiVersion: v1
kind: Secret
metadata:
  name: @svc@-mail
data:
  SMTP_PASSWORD: \"@0@\"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: @svc@
data:
  LEVEL: info
";

pub const K8S_STRING: &str = "apiVersion: v1
kind: Secret
metadata:
  name: @svc@
type: Opaque
stringData:
  username: @svc@
  password: \"@0@\"
  host: db.acme.io
";

pub const GIT_CREDENTIALS: &str = "https://deploy:@0@@git.acme.io
";

pub const GIT_CONFIG: &str = "[core]
\trepositoryformatversion = 0
\tbare = true
[remote \"origin\"]
\turl = https://mirror:@0@@git.acme.io/platform/@svc@.git
\tfetch = +refs/*:refs/*
\tmirror = true
";

pub const HTPASSWD: &str = "# staff access to the @svc@ console
operator:@0@
";

pub const WP_DATABASE: &str = "<?php

define( 'DB_NAME', 'shop' );
define( 'DB_USER', 'shop_rw' );
define( 'DB_PASSWORD', '@0@' );
define( 'DB_HOST', 'db.acme.io' );
define( 'DB_CHARSET', 'utf8mb4' );

$table_prefix = 'wp_';

define( 'WP_DEBUG', false );

require_once __DIR__ . '/wp-settings.php';
";

pub const WP_SALTS: &str = "<?php

define( 'DB_NAME', 'blog' );
define( 'DB_PASSWORD', getenv( 'BLOG_DB_PASSWORD' ) );

define( 'AUTH_KEY',         '@0@' );
define( 'SECURE_AUTH_KEY',  '@1@' );
define( 'LOGGED_IN_SALT',   '@2@' );
define( 'NONCE_SALT',       '@3@' );

$table_prefix = 'wp_';

require_once __DIR__ . '/wp-settings.php';
";

pub const RAILS: &str = "development:
  secret_key_base: <%= ENV[\"SECRET_KEY_BASE\"] %>

production:
  host: @svc@.acme.io
  secret_key_base: @0@
  workers: 4
";

pub const DJANGO: &str = "from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = '@0@'

DEBUG = False
ALLOWED_HOSTS = ['shop.acme.io']

INSTALLED_APPS = [
    'django.contrib.admin',
    'django.contrib.auth',
    'shop',
]

ROOT_URLCONF = 'shop.urls'
TIME_ZONE = 'Europe/Berlin'
";

pub const LARAVEL: &str = "APP_NAME=Shop
APP_ENV=production
APP_KEY=base64:@0@
APP_DEBUG=false
APP_URL=https://shop.acme.io

LOG_CHANNEL=stack
DB_CONNECTION=pgsql
DB_HOST=db.acme.io
DB_PASSWORD=${SHOP_DB_PASSWORD}
";

pub const MAVEN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">
  <servers>
    <server>
      <id>acme-releases</id>
      <username>publisher</username>
      <password>@0@</password>
    </server>
  </servers>
  <mirrors>
    <mirror>
      <id>acme</id>
      <mirrorOf>*</mirrorOf>
      <url>https://maven.acme.io/all</url>
    </mirror>
  </mirrors>
</settings>
"#;

pub const GRADLE: &str = "org.gradle.jvmargs=-Xmx2g
org.gradle.parallel=true
kotlin.code.style=official
mavenUser=publisher
mavenPassword=@0@
version=4.12.0
android.useAndroidX=true
";

pub const NUGET: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<configuration>
  <packageSources>
    <add key="acme" value="https://nuget.acme.io/v3/index.json" />
  </packageSources>
  <packageSourceCredentials>
    <acme>
      <add key="Username" value="puller" />
      <add key="ClearTextPassword" value="@0@" />
    </acme>
  </packageSourceCredentials>
</configuration>
"#;

pub const COMPOSER: &str = r#"{
    "http-basic": {
        "repo.acme.io": {
            "username": "puller",
            "password": "@0@"
        }
    }
}
"#;

pub const PGPASS: &str = "# host:port:database:user:password
db.acme.io:5432:orders:orders_rw:@0@
";

pub const MY_CNF: &str = "[client]
host = db.acme.io
user = backup
password = @0@

[mysqldump]
single-transaction
quick
";

pub const TOMCAT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tomcat-users xmlns="http://tomcat.apache.org/xml" version="1.0">
  <role rolename="manager-gui"/>
  <role rolename="manager-script"/>
  <user username="ops" password="@0@" roles="manager-gui,manager-script"/>
</tomcat-users>
"#;

pub const SERVER_XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Server port="8005" shutdown="SHUTDOWN">
  <Service name="Catalina">
    <Connector port="8443" SSLEnabled="true" scheme="https"
               keystoreFile="conf/@svc@.jks" keystorePass="@0@"
               clientAuth="false"/>
    <Engine name="Catalina" defaultHost="localhost"/>
  </Service>
</Server>
"#;

pub const MACHINE_KEY: &str = r#"<?xml version="1.0"?>
<configuration>
  <system.web>
    <compilation debug="false" targetFramework="4.8" />
    <machineKey validationKey="@0@"
                decryptionKey="@1@"
                validation="HMACSHA256" decryption="AES" />
    <sessionState mode="InProc" timeout="30" />
  </system.web>
</configuration>
"#;

pub const ANSIBLE: &str = "[app]
app-01.acme.io
app-02.acme.io

[db]
db-01.acme.io ansible_port=2222

[all:vars]
ansible_user=deploy
ansible_password=@0@
ansible_python_interpreter=/usr/bin/python3
";

pub const COMPOSE_MAP: &str = "services:
  db:
    image: postgres:17
    environment:
      POSTGRES_DB: @svc@
      POSTGRES_USER: @svc@
      POSTGRES_PASSWORD: @0@
    volumes:
      - data:/var/lib/postgresql/data
  app:
    image: registry.acme.io/@svc@:4.12.0
    depends_on: [db]
volumes:
  data: {}
";

pub const COMPOSE_LIST: &str = "services:
  queue:
    image: rabbitmq:4
    environment:
      - RABBITMQ_DEFAULT_USER=@svc@
      - RABBITMQ_DEFAULT_PASS=@0@
    ports:
      - \"5672:5672\"
    restart: unless-stopped
";

pub const GITLAB_CI: &str = "stages: [build, deploy]

variables:
  DEPLOY_USER: deploy
  DEPLOY_PASSWORD: \"@0@\"

build:
  stage: build
  script:
    - make build

deploy:
  stage: deploy
  script:
    - ./deploy.sh @svc@
";

pub const WIREGUARD: &str = "[Interface]
Address = 10.40.0.2/24
PrivateKey = @0@
DNS = 10.40.0.1

[Peer]
Endpoint = vpn.acme.io:51820
AllowedIPs = 10.40.0.0/16
PersistentKeepalive = 25
";

pub const CARGO: &str = "[registry]
token = \"@0@\"
";

pub const SFTP: &str = r#"{
  "name": "live",
  "host": "web.acme.io",
  "protocol": "sftp",
  "port": 22,
  "username": "deploy",
  "password": "@0@",
  "remotePath": "/srv/@svc@",
  "uploadOnSave": false
}
"#;

pub const TFSTATE: &str = r#"{
  "version": 4,
  "terraform_version": "1.9.8",
  "serial": 41,
  "lineage": "@uuid@",
  "resources": [
    {
      "mode": "managed",
      "type": "acme_db_instance",
      "name": "@svc@",
      "instances": [
        {
          "attributes": {
            "address": "db.acme.io",
            "username": "@svc@",
            "password": "@0@"
          }
        }
      ]
    }
  ]
}
"#;
