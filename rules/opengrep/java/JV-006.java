import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.cors.CorsConfiguration;

// ruleid: JV-006
@CrossOrigin
class Positives {
    // ruleid: JV-006
    @CrossOrigin(origins = "*", maxAge = 3600)
    void a() {}

    // ruleid: JV-006
    @CrossOrigin(
            maxAge = 3600)
    void b() {}

    // ruleid: JV-006
    @CrossOrigin(origins = {"https://a.example.org", "*"})
    void c(CorsConfiguration config, Registry registry, Response response) {
        // ruleid: JV-006
        registry.addMapping("/**")
                .allowedOrigins("*");
        // ruleid: JV-006
        config.setAllowedOriginPatterns(List.of("*"));
        // ruleid: JV-006
        config.addAllowedOrigin(CorsConfiguration.ALL);
        // ruleid: JV-006
        response.setHeader("Access-Control-Allow-Origin", "*");
    }
}

// ok: JV-006
@CrossOrigin(origins = "https://app.example.org")
class Negatives {
    // ok: JV-006
    @CrossOrigin("https://app.example.org")
    void a(CorsConfiguration config, Registry registry, String[] origins) {
        // ok: JV-006
        registry.addMapping("/**").allowedOrigins(origins).allowedMethods("*");
        // ok: JV-006
        config.setAllowedHeaders(List.of("*"));
        // ok: JV-006
        config.addAllowedOriginPattern("https://*.example.org");
        // ok: JV-006
        String text = "@CrossOrigin"; // @CrossOrigin
    }
}
