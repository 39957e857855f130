import { type Db, many, raw } from '../platform/db/sql.ts'

const publicSchema = `'public'::regnamespace`
/** pg_trgm's are its own. */
const notFromExtension = (catalogue: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype = 'e')`

/** What a database consists of but its rows, one entry each: equal databases give equal definitions. */
export async function findDefinitions(db: Db): Promise<Record<string, string>> {
  const found = await many<{ name: string; text: string }>(
    db,
    raw(`
      select 'function ' || o.oid::regprocedure as name, pg_get_functiondef(o.oid) as text
        from pg_proc o where pronamespace = ${publicSchema} and ${notFromExtension('pg_proc')}
      union all
      select 'view ' || viewname, definition from pg_views where schemaname = 'public'
      union all
      select 'trigger ' || tgname || ' on ' || tgrelid::regclass, concat_ws(' ', tgenabled, pg_get_triggerdef(oid))
        from pg_trigger where not tgisinternal
      union all
      select 'column ' || attname || ' of ' || relname,
          concat_ws(' ', format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity, attgenerated,
            pg_get_expr(adbin, adrelid), rank() over (partition by attrelid order by attnum))
        from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = ${publicSchema} and relkind = 'r' and attnum > 0 and not attisdropped
      union all
      select 'table ' || relname, concat_ws(' ', relpersistence, reloptions) from pg_class c
        where relnamespace = ${publicSchema} and relkind = 'r'
      union all
      select 'collation ' || collname, concat_ws(' ', collprovider, collisdeterministic) from pg_collation c
        where collnamespace = ${publicSchema}
      union all
      select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, increment_by, max_value, cycle)
        from pg_sequences where schemaname = 'public'
      union all
      select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
      union all
      select 'constraint ' || conname || ' of ' || conrelid::regclass, pg_get_constraintdef(oid)
        from pg_constraint where connamespace = ${publicSchema} and contype <> 'n'
      order by 1`),
  )
  return Object.fromEntries(found.map(({ name, text }) => [name, text]))
}

/** What a program calls by its name: a line for each function that is no trigger's, and one for each view. */
export async function findCallables(db: Db): Promise<string[]> {
  const found = await many<{ line: string }>(
    db,
    raw(`
      select 'function ' || proname || '(' || pg_get_function_arguments(o.oid) || '): ' || pg_get_function_result(o.oid)
          as line
        from pg_proc o where pronamespace = ${publicSchema} and ${notFromExtension('pg_proc')} and prorettype <> 'trigger'::regtype
      union all
      select 'view ' || relname || ': ' || attname || ' ' || format_type(atttypid, atttypmod)
        from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace = ${publicSchema} and relkind = 'v' and attnum > 0
      order by 1`),
  )
  return found.map(({ line }) => line)
}
