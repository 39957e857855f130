/** How values are written for people: on screens, in PDF and in spreadsheets alike. */

/** A calendar date, `2026-11-20` → `20/11/2026`. It never passes through Date: a date has no zone. */
export const fecha = (iso: string) => iso.slice(0, 10).split('-').reverse().join('/')
