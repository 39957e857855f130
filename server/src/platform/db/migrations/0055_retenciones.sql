-- schema/cobros.sql creates it with another type of result.
drop function if exists retenciones_sugeridas(numeric, numeric, numeric, numeric, boolean, boolean, text);
