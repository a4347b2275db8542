-- The version of each part of the program that has tables, except the kernel, whose version stands where it always did.
CREATE TABLE parts (
    part     TEXT PRIMARY KEY,
    version  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
