-- From here on the tables of features belong to parts of their own. The kernel's row says which version it had until then, 0 in a database
-- that was made afterwards: so a part knows which of its tables are there already. The program puts the number in.
INSERT INTO parts (part, version) VALUES ('kernel', 0);
