import { isRealDate } from '@flota/contract/core/calendar.ts'
import { crossFieldRule } from '@flota/contract/core/values.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { type CompanyClock, companyToday } from '../platform/clock.ts'

/** Returns the rule of a body's date that is at most today in the company's zone. */
export const notAfterToday = (clock: CompanyClock, campo = 'fecha') =>
  crossFieldRule(campo, facturaErrors.laterThanToday, ({ [campo]: fecha }) => {
    return typeof fecha !== 'string' || !isRealDate(fecha) || fecha <= companyToday(clock)
  })
