extension DocumentFormat {
    /// Certificates and keys (X.509, PEM, OpenPGP), of which only what is public is read.
    static let certificate = DocumentFormat(
        name: "Certificates and keys (PEM, X.509, OpenPGP)",
        types: [
            "application/x-pem-file", "application/x-pem-key", "application/pkix-cert",
            "application/pkix-cert+pem", "application/x-x509-ca-cert",
            "application/x-x509-user-cert", "application/pkcs10", "application/pkcs10+pem",
            "application/pkcs8", "application/pkcs8+pem", "application/pkcs8-encrypted",
            "application/pkcs12", "application/pkcs12+pem", "application/x-pkcs12",
            "application/x-pkcs7-certificates", "application/pgp-keys",
        ],
        extensions: ["pem", "crt", "cer", "der", "csr", "p8", "p12", "pfx", "p7b", "key", "asc"],
        reader: .text(.structured(.certificate))
    )
}
