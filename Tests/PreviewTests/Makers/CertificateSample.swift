/// A certificate and its key, which were made for these tests.
enum CertificateSample {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBxTCCAWugAwIBAgIUBhQng7JWZh+71VmMP9FLGPPgCpswCgYIKoZIzj0EAwIw
        KjEQMA4GA1UECgwHRXhhbXBsZTEWMBQGA1UEAwwNcHJpbnQuZXhhbXBsZTAgFw0y
        NjExMjQwOTE1MjdaGA8yMTI2MTAzMTA5MTUyN1owKjEQMA4GA1UECgwHRXhhbXBs
        ZTEWMBQGA1UEAwwNcHJpbnQuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABC1vH0a/eFqphuAxtvMhpQ5bIxTcOkZE2eKaKGpR6P7oGKmNHRRJ40Zto1hZ
        Ugc6KbCI4pf7vb2eTFEBhOyMdiqjbTBrMB0GA1UdDgQWBBSrFmwmWL7MKuxnrCFx
        XEKUPXFJBzAfBgNVHSMEGDAWgBSrFmwmWL7MKuxnrCFxXEKUPXFJBzAPBgNVHRMB
        Af8EBTADAQH/MBgGA1UdEQQRMA+CDXByaW50LmV4YW1wbGUwCgYIKoZIzj0EAwID
        SAAwRQIgPUja+ghXfhZT98i6jMB04bl/m8hXj7hl5r36bu4y9z0CIQDDAmJrGqnS
        cgfo6+vo0Sp7ys0TvEoBo4zDL1k6AvawHw==
        -----END CERTIFICATE-----

        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqvdGFVWwvtCURcLP
        5RgvC2k83g7YSkwE8/sY+bIg7PehRANCAAQtbx9Gv3haqYbgMbbzIaUOWyMU3DpG
        RNnimihqUej+6BipjR0USeNGbaNYWVIHOimwiOKX+729nkxRAYTsjHYq
        -----END PRIVATE KEY-----

        """

    /// The letters of the key.
    static var secretLines: [String] {
        key.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-----") }
    }
}
