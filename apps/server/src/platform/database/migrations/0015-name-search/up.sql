-- Words of the name in the check that `names_of` names. A process of the version before moves `case_id` alone.
ALTER TABLE kyc_marks ADD COLUMN names bytea[], ADD COLUMN names_of uuid REFERENCES kyc_cases (id);
COMMENT ON COLUMN kyc_marks.names IS 'Keyed hashes of each word of the person''s name, and of the whole name written as one word.';
CREATE INDEX kyc_marks_names ON kyc_marks USING gin (names);
GRANT UPDATE (names, names_of) ON kyc_marks TO candor_app;
