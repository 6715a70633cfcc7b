class Forms {
    // ruleid: JV-038
    private static final String weakAntiCSRF = "2aa14227b9a13d0bede0388a7fba9aa9";
    // ruleid: JV-038
    public static final String ADMIN_RESET_LINK = "375afe1104f4a487a73823c50a9292a2";
    // ok: JV-038
    private static final String CSRF_HEADER = "X-CSRF-TOKEN";
    // ok: JV-038
    private static final String RESET_LINK = "https://example.org/reset/%s";
    // ok: JV-038
    private static final String CHECKSUM = "375afe1104f4a487a73823c50a9292a2";
    // ok: JV-038
    private final String csrfToken = tokens.next();
}
