import javax.net.ssl.*;
import java.security.cert.X509Certificate;
import org.apache.http.conn.ssl.NoopHostnameVerifier;

class TrustsAll implements X509TrustManager {
    // ok: JV-008
    public void checkClientTrusted(X509Certificate[] c, String a) {}

    // ruleid: JV-008
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        // nothing to check here
    }
}

class Positives {
    void all(Builder builder, Factory factory) {
        // ruleid: JV-008
        HttpClients.custom().setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE);
        // ruleid: JV-008
        builder.hostnameVerifier((host, session) -> true);
        // ruleid: JV-008
        builder.hostnameVerifier((host, session) -> {
            return true;
        });
        builder.hostnameVerifier(new HostnameVerifier() {
            // ruleid: JV-008
            public boolean verify(String host, SSLSession session) {
                return true;
            }
        });
        // ruleid: JV-008
        factory.setHostnameVerifier(SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER);
        // ruleid: JV-008
        SSLContextBuilder.create().loadTrustMaterial(null, (chain, type) -> true);
    }
}

class Negatives implements X509TrustManager {
    // ok: JV-008
    public void checkServerTrusted(X509Certificate[] c, String a) {
        delegate.checkServerTrusted(c, a);
    }

    void none(Builder builder) {
        // ok: JV-008
        builder.hostnameVerifier((host, session) -> names.contains(host));
        // never use NoopHostnameVerifier.INSTANCE
        // ok: JV-008
        log("NoopHostnameVerifier.INSTANCE");
        // ok: JV-008
        builder.retryHandler((host, session) -> true);
    }

    // ok: JV-008
    boolean verify(String signature, byte[] data) {
        return true;
    }
}
