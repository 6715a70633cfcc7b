from fastapi.middleware.cors import CORSMiddleware as Cors

# ruleid: FA-001
app.add_middleware(Cors, allow_origins=["*"])
app.add_middleware(
    Cors,
    allow_credentials=True,
    # ruleid: FA-001
    allow_origins=[
        "https://a.example.org",
        "*",
    ],
)
# ruleid: FA-001
origins = ["*"]
everyone = ["*"]


class Settings:
    # ruleid: FA-001
    allow_origins: list[str] = ['*']


# ruleid: FA-001
CORS(app, origins="*")
# ok: FA-001
app.add_middleware(Cors, allow_origins=["https://app.example.org"])
# ok: FA-001
app.add_middleware(
    Cors,
    allow_origins=ORIGINS,
    allow_methods=["*"],
)
# ok: FA-001
allow_headers = ["*"]
# ok: FA-001
if settings.allow_origins == ["*"]:
    # app.add_middleware(Cors, allow_origins=["*"])
    # ok: FA-001
    text = 'allow_origins=["*"]'
