-- Once the site has made its tables: they belong to squadra_tables from now on, and squadra, as which the site works,
-- reads and writes their rows and no more. By PostgreSQL's own user, in the site's database (docs/running.md).
ALTER DATABASE squadra OWNER TO squadra_tables;
REASSIGN OWNED BY squadra TO squadra_tables;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO squadra_tables;

GRANT USAGE ON SCHEMA public TO squadra;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO squadra;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO squadra;

-- What an update brings:
ALTER DEFAULT PRIVILEGES FOR ROLE squadra_tables IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO squadra;
ALTER DEFAULT PRIVILEGES FOR ROLE squadra_tables IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO squadra;
