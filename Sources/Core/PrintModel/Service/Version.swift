/// The version of this project, the same in all its programs.
public let projectVersion = "0.1.0"
