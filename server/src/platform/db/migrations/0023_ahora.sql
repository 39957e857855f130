-- With which sum of db/now/ its views, functions and triggers were made last: in the newest row.
alter table migraciones add column ahora text;
