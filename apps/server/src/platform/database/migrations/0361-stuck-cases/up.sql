-- Cases that a job could not move: set aside until `retry_at`, so that the others of its queue go on.
CREATE TABLE jobs_stuck_cases (
  job       text   NOT NULL,
  case_id   text   NOT NULL,
  failures  integer NOT NULL CHECK (failures > 0),
  since     bigint NOT NULL,
  failed_at bigint NOT NULL,
  retry_at  bigint NOT NULL CHECK (retry_at > failed_at),
  error     text   NOT NULL,
  PRIMARY KEY (job, case_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs_stuck_cases TO candor_app;
