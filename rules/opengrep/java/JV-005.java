import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;

class Positives {
    void all(HttpSecurity http) throws Exception {
        // ruleid: JV-005
        http.csrf().disable();
        // ruleid: JV-005
        http.authorizeRequests().anyRequest().authenticated().and()
                .csrf()
                .disable();
        // ruleid: JV-005
        http.csrf(csrf -> csrf.disable());
        http.cors(c -> c.disable())
                // ruleid: JV-005
                .csrf(AbstractHttpConfigurer::disable);
        // ruleid: JV-005
        http.csrf((c) -> {
            c.disable();
        });
    }
}

class Negatives {
    void none(HttpSecurity http) throws Exception {
        // ok: JV-005
        http.csrf(c -> c.csrfTokenRepository(repo));
        // ok: JV-005
        http.csrf(csrf -> csrf.ignoringRequestMatchers("/hooks/**"));
        // ok: JV-005
        http.csrf(Customizer.withDefaults());
        // http.csrf().disable();
        // ok: JV-005
        http.cors(c -> c.disable());
        // ok: JV-005
        log.info("http.csrf().disable()");
    }
}
