-- The application's own role. It owns nothing; each migration grants it what its tables need and no more.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    CREATE ROLE candor_app;
  END IF;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO candor_app;
