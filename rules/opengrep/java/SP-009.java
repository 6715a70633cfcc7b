class Positives {
    void a(WebSecurity web) {
        // ruleid: SP-009
        web.ignoring().requestMatchers("/img/**");
        // ruleid: SP-009
        web
                .ignoring()
                .antMatchers("/api/public/**");
    }

    WebSecurityCustomizer b() {
        // ruleid: SP-009
        return (w) -> w.ignoring().antMatchers("/api/public/**");
    }
}

class Negatives {
    void none(Auth auth, Csrf csrf) {
        // ok: SP-009
        auth.requestMatchers("/img/**").permitAll();
        // ok: SP-009
        assertThat(a).usingRecursiveComparison().ignoringFields("id").isEqualTo(b);
        // ok: SP-009
        csrf.ignoringRequestMatchers("/hooks/**");
        // ok: SP-009
        await().ignoring(Problem.class).until(done);
        // web.ignoring().requestMatchers("/img/**")
        // ok: SP-009
        log.info("web.ignoring().requestMatchers");
    }
}
