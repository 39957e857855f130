import { isRealDate } from '@flota/contract/core/calendar.ts'
import { crossFieldRule } from '@flota/contract/core/values.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { type CompanyClock, companyToday } from '../platform/clock.ts'

/** Returns the rule of a body's `fecha` that is at most today in the company's zone. */
export const notAfterToday = (clock: CompanyClock) =>
  crossFieldRule(
    'fecha',
    facturaErrors.laterThanToday,
    ({ fecha }) => typeof fecha !== 'string' || !isRealDate(fecha) || fecha <= companyToday(clock),
  )
