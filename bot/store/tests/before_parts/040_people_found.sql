-- Who spoke last in a room, who wants to be told what waits, and who snoozes are found without looking through everyone.
CREATE INDEX people_by_last_room ON people (spoke_in) WHERE spoke_in IS NOT NULL;
CREATE INDEX people_with_news ON people (id) WHERE json_extract(settings, '$.news');
CREATE INDEX people_snoozing ON people (id) WHERE (settings ->> 'snoozed') IS NOT NULL;
