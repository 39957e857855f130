import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import { tripNameLines } from '@flota/contract/core/tripNameText.ts'
import {
  type AvisoClaseName,
  avisoClaseNames,
  avisoLimits,
  claseOf,
} from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import type { Env } from '../../platform/env.ts'
import { type MailContent, oneLine } from '../../platform/mail/Mailer.ts'
import { type MailCompany, renderMail } from '../../platform/mail/mailTemplate.ts'

export interface MailSite extends Pick<Env, 'URL_PUBLICA'> {
  empresa: MailCompany
}

/** Per class. */
const maxListedNotices = 20

export interface NoticesForMail {
  avisos: readonly Aviso[]
  counts: Partial<Record<AvisoClaseName, number>>
}

const absoluteUrl = ({ URL_PUBLICA }: MailSite, path: string | null) =>
  URL_PUBLICA && path ? URL_PUBLICA + path : undefined

const noticesFooter = ({ URL_PUBLICA }: MailSite) =>
  `Lo recibes porque pediste los avisos por correo. Para dejar de recibirlos entra a Mi cuenta${URL_PUBLICA ? `: ${URL_PUBLICA}/mi-cuenta` : ' en el programa'}`

/** Returns the notice's sentence, with its date if neither the sentence nor a name below has it. */
function noticeLine(site: MailSite, { texto, fecha, viajes, href }: Aviso) {
  const day = fecha && formatFecha(fecha)
  const notes = tripNameLines(viajes)
  const hasDay = !day || [texto, ...notes].some((line) => line.includes(day))
  return {
    text: oneLine(hasDay ? texto : `${texto} (${day})`, 1000),
    notes: notes.map((note) => oneLine(note, 1000)),
    href: absoluteUrl(site, href),
  }
}

/** Returns the user's notices by class, urgent classes first; undefined if there are none. */
export function weeklyMail(site: MailSite, { avisos, counts }: NoticesForMail): MailContent | undefined {
  if (avisos.length === 0) return undefined
  const groups = avisoClaseNames
    .map((clase) => ({ clase, own: avisos.filter((aviso) => aviso.clase === clase) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => Number(isNotUrgent(a.own)) - Number(isNotUrgent(b.own)))
    .map(({ clase, own }) => ({
      title: claseOf(clase).titulo,
      lines: own.slice(0, maxListedNotices).map((aviso) => noticeLine(site, aviso)),
      more: unlistedText(counts[clase] ?? own.length),
    }))
  return renderMail({
    empresa: site.empresa,
    subject: `Esta semana en ${oneLine(site.empresa.nombre)}`,
    groups,
    link: { text: 'Abrir el programa', href: absoluteUrl(site, '/') },
    foot: noticesFooter(site),
  })
}

const isNotUrgent = (avisos: readonly Aviso[]) => avisos.every(({ gravedad }) => gravedad === 'info')

/** Returns the number of unlisted notices in words; counting stops at avisoLimits.maxCounted. */
function unlistedText(count: number): string | undefined {
  const rest = count - maxListedNotices
  if (rest <= 0) return undefined
  return count >= avisoLimits.maxCounted
    ? `y más de ${formatInteger(rest)} más`
    : `y ${formatInteger(rest)} más`
}

export const alarmMail = (
  site: MailSite,
  { asunto, texto }: { asunto: string; texto: string },
): MailContent =>
  renderMail({
    empresa: site.empresa,
    subject: `${asunto} · ${oneLine(site.empresa.nombre)}`,
    paragraphs: [texto],
    link: { text: 'Abrir el panel', href: absoluteUrl(site, '/admin-dashboard') },
    foot: noticesFooter(site),
  })

export const testMail = (site: MailSite): MailContent => {
  const empresa = oneLine(site.empresa.nombre)
  return renderMail({
    empresa: site.empresa,
    subject: `Correo de prueba de ${empresa}`,
    paragraphs: [`Si lees esto, los correos de ${empresa} llegan.`],
    link: { text: 'Abrir el programa', href: absoluteUrl(site, '/') },
    foot: 'Lo pidió un administrador desde Ajustes.',
  })
}
