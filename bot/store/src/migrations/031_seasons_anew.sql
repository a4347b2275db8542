-- What a place in a season needs depends on how many play it now; the standings are recalculated.
DELETE FROM season_ratings;
DELETE FROM established;
