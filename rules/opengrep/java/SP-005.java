class Positives {
    void all(HttpSecurity http) throws Exception {
        // ruleid: SP-005
        http.authorizeHttpRequests(a -> a.anyRequest().permitAll());
        // ruleid: SP-005
        http.authorizeRequests()
                .antMatchers("/admin/**").hasRole("ADMIN")
                .anyRequest()
                .permitAll();
        // ruleid: SP-005
        http.authorizeHttpRequests(a -> a.requestMatchers("/**").permitAll());
        // ruleid: SP-005
        exchange.anyExchange().permitAll();
    }
}

class Negatives {
    void none(HttpSecurity http) throws Exception {
        // ok: SP-005
        http.authorizeHttpRequests(a -> a.requestMatchers("/login").permitAll().anyRequest().authenticated());
        // ok: SP-005
        http.authorizeHttpRequests(a -> a.requestMatchers("/css/**").permitAll());
        // ok: SP-005
        http.authorizeHttpRequests(a -> a.requestMatchers(HttpMethod.OPTIONS, "/**").permitAll());
        // http.authorizeHttpRequests(a -> a.anyRequest().permitAll());
        // ok: SP-005
        log.info(".anyRequest().permitAll()");
        // ok: SP-005
        http.securityMatcher("/public/**")
                .authorizeHttpRequests(a -> a.anyRequest().permitAll());
    }
}
