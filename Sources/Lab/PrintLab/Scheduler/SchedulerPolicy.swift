/// Lines of `cupsd.conf` that say who may do what.
package enum SchedulerPolicy {
    /// Everybody may do, and see, everything.
    package static let open = """
        DefaultAuthType None
        <Location />
          Order allow,deny
          Allow all
        </Location>
        <Policy default>
          JobPrivateAccess all
          JobPrivateValues none
          SubscriptionPrivateAccess all
          SubscriptionPrivateValues none
          <Limit All>
            Order allow,deny
            Allow all
          </Limit>
        </Policy>

        """
}
