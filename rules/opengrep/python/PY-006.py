import requests
import requests as http
import httpx
import aiohttp
import jwt
import urllib3


def positives(url, session, configuration, hosts, Elasticsearch):
    # ruleid: PY-006
    requests.get(url, verify=False)
    # ruleid: PY-006
    http.post(
        url,
        json={"a": 1},
        verify=False,
        timeout=5,
    )
    # ruleid: PY-006
    session.verify = False
    # ruleid: PY-006
    client = httpx.AsyncClient(timeout=5, verify=False)
    # ruleid: PY-006
    configuration.verify_ssl = False
    # ruleid: PY-006
    es = Elasticsearch(hosts, verify_certs=False)
    # ruleid: PY-006
    connector = aiohttp.TCPConnector(limit=3, ssl=False)
    off = False
    # ruleid: PY-006
    requests.get(url, verify=off)
    # ruleid: PY-006
    pool = urllib3.PoolManager(cert_reqs="CERT_NONE")
    return client, es, connector, pool


# ok: PY-006
def negatives(url, token, findroot, f, x0, session, verify=False):
    # ok: PY-006
    requests.get(url, verify="/etc/ca.pem")
    # ok: PY-006
    jwt.decode(token, verify=False)
    # ok: PY-006
    session.post.assert_called_once_with(url, verify=False)
    # ok: PY-006
    findroot(f, x0, verify=False)
    # ok: PY-006
    session.get(url, skip_verify=False)
    # requests.get(url, verify=False)
    # ok: PY-006
    if session.verify == False:
        # ok: PY-006
        return "requests.get(url, verify=False)"
