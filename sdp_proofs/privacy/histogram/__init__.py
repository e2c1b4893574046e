"""The sampling histogram of one database: pairs of neighbours, privacy profiles, bounds over blocks of counts."""
