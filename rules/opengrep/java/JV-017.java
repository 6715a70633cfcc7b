import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import com.auth0.jwk.JwkProvider;
import com.auth0.jwk.JwkProviderBuilder;
import com.auth0.jwt.JWT;
import com.auth0.jwt.interfaces.DecodedJWT;
import okhttp3.Request;
import org.apache.http.client.methods.HttpGet;
import org.jsoup.Jsoup;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

class FeedServlet extends HttpServlet {
    private static final String CATALOG_URL = "https://catalog.example.org";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String feed = request.getParameter("feed");
        URL url = new URL(feed);
        // ruleid: JV-017
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        // ruleid: JV-017
        new URL(request.getParameter("u")).openStream();
        // ruleid: JV-017
        new URL("http://" + request.getHeader("X-Host") + "/status").openStream();
        // ruleid: JV-017
        HttpGet get = new HttpGet("https://api" + feed);
        // ruleid: JV-017
        Jsoup.connect(feed).get();
        // ruleid: JV-017
        HttpRequest.newBuilder(URI.create(feed)).build();
        // ruleid: JV-017
        HttpRequest.newBuilder().GET().uri(URI.create(feed)).build();
        // ruleid: JV-017
        new Request.Builder().url(feed).build();
        // ruleid: JV-017
        new java.net.Socket(feed, 80);

        // ok: JV-017
        new URL(CATALOG_URL).openStream();
        // ok: JV-017
        new URL("https://api.example.org/items/" + feed).openStream();
        // ok: JV-017
        new URL(CATALOG_URL + "/items?q=" + feed).openStream();
        // ok: JV-017
        new HttpGet(String.format("https://api.example.org/items/%s", feed));
        // ok: JV-017
        new URL("https://node" + Integer.parseInt(feed) + ".example.org/").openStream();
        // ok: JV-017
        String host = new URL(request.getHeader("Referer")).getHost();
        URL known = new URL(request.getParameter("known"));
        if (!HOSTS.contains(known.getHost())) {
            throw new IllegalArgumentException("unknown host");
        }
        // ok: JV-017
        known.openStream();
    }
}

class ProxyController {
    private RestTemplate restTemplate;
    private WebClient client;

    @GetMapping("/proxy")
    String proxy(@RequestParam String target, @RequestParam URI address, @RequestParam long id) {
        // ruleid: JV-017
        client.get().uri(target).retrieve();
        // ruleid: JV-017
        restTemplate.exchange(address, GET, null, String.class);
        // ok: JV-017
        restTemplate.getForObject("https://users.example.org/{id}", String.class, target);
        // ok: JV-017
        restTemplate.getForObject("https://users.example.org/" + id, String.class);
        // ok: JV-017
        restTemplate.postForObject("https://hooks.example.org/x", target, String.class);
        // ruleid: JV-017
        return restTemplate.getForObject(target, String.class);
    }
}

class TokenController {
    @PostMapping("/keys")
    Object check(@RequestParam String token) throws Exception {
        DecodedJWT decoded = JWT.decode(token);
        // ruleid: JV-017
        JwkProvider keys = new JwkProviderBuilder(new URL(decoded.getHeaderClaim("jku").asString())).build();
        // ok: JV-017
        JwkProvider fixed = new JwkProviderBuilder("https://issuer.example.org/").build();
        return keys.get(decoded.getKeyId());
    }
}
