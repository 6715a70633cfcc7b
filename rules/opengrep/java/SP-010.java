class Positives {
    void all(HttpSecurity http) throws Exception {
        // ruleid: SP-010
        http.headers(h -> h.disable());
        // ruleid: SP-010
        http.headers().frameOptions().disable();
        // ruleid: SP-010
        http.headers(headers -> headers.frameOptions(frame -> frame.disable()));
        http.headers(
                // ruleid: SP-010
                h -> h.frameOptions(HeadersConfigurer.FrameOptionsConfig::disable));
        // ruleid: SP-010
        http.cors(c -> c.disable()).headers(AbstractHttpConfigurer::disable);
        // ruleid: SP-010
        http.headers(h -> h.httpStrictTransportSecurity(hsts -> {
            hsts.disable();
        }));
    }
}

class Negatives {
    void none(HttpSecurity http) throws Exception {
        // ok: SP-010
        http.headers(h -> h.frameOptions(f -> f.sameOrigin()));
        // ok: SP-010
        http.headers(h -> h.xssProtection(x -> x.disable()));
        // ok: SP-010
        http.formLogin(f -> f.disable());
        // http.headers().frameOptions().disable();
        // ok: SP-010
        http.headers(Customizer.withDefaults());
        // ok: SP-010
        log.info("headers().disable()");
    }
}
