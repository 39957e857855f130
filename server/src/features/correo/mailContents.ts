import { type AvisoClaseName, avisoClaseNames, claseOf, mostAvisos } from '@flota/contract/avisoClases.ts'
import type { Aviso } from '@flota/contract/avisos.ts'
import { entero, fecha } from '@flota/contract/format.ts'
import type { Env } from '../../platform/env.ts'
import type { Letter } from '../../platform/mail/Mailer.ts'
import { letter } from '../../platform/mail/mailTemplate.ts'
import { oneLine } from '../../platform/mail/oneLine.ts'

type Site = Pick<Env, 'EMPRESA_NOMBRE' | 'URL_PUBLICA'>

/** Of each class so many stand in the mail. */
const mostListed = 20

export interface Noticed {
  /** As GET /api/avisos gives them. */
  avisos: readonly Aviso[]
  /** As its resumen does. */
  counts: Partial<Record<AvisoClaseName, number>>
}

const addressOf = ({ URL_PUBLICA }: Site, path: string | null) =>
  URL_PUBLICA && path ? URL_PUBLICA + path : undefined

const whyNotices = ({ URL_PUBLICA }: Site) =>
  `Lo recibes porque pediste los avisos por correo. Para dejar de recibirlos entra a Mi cuenta${URL_PUBLICA ? `: ${URL_PUBLICA}/mi-cuenta` : ' en el programa'}`

/** What GET /api/avisos gives a user, by class, what is pressing first; undefined where that is nothing. */
export function weekLetter(site: Site, { avisos, counts }: Noticed): Letter | undefined {
  if (avisos.length === 0) return undefined
  const groups = avisoClaseNames
    .map((clase) => ({ clase, own: avisos.filter((aviso) => aviso.clase === clase) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((a, b) => Number(isSoon(a.own)) - Number(isSoon(b.own)))
    .map(({ clase, own }) => ({
      title: claseOf(clase).titulo,
      lines: own.slice(0, mostListed).map((aviso) => ({
        text: oneLine(aviso.fecha ? `${aviso.texto} (${fecha(aviso.fecha)})` : aviso.texto, 1000),
        href: addressOf(site, aviso.href),
      })),
      more: restInWords(counts[clase] ?? own.length),
    }))
  return letter({
    subject: `Esta semana en ${oneLine(site.EMPRESA_NOMBRE)}`,
    groups,
    link: { text: 'Abrir el programa', href: addressOf(site, '/') },
    foot: whyNotices(site),
  })
}

/** Whether nothing of it is to be done today. */
const isSoon = (avisos: readonly Aviso[]) => avisos.every(({ gravedad }) => gravedad === 'info')

/** What is not listed; beyond what is counted there may be any number. */
function restInWords(count: number): string | undefined {
  const rest = count - mostListed
  if (rest <= 0) return undefined
  return count >= mostAvisos.counted ? `y más de ${entero(rest)} más` : `y ${entero(rest)} más`
}

/** What is told to an administrador at once. */
export const alarmLetter = (site: Site, { asunto, texto }: { asunto: string; texto: string }): Letter =>
  letter({
    subject: `${asunto} · ${oneLine(site.EMPRESA_NOMBRE)}`,
    paragraphs: [texto],
    link: { text: 'Abrir el panel', href: addressOf(site, '/admin-dashboard') },
    foot: whyNotices(site),
  })

export const trialLetter = (site: Site): Letter => {
  const empresa = oneLine(site.EMPRESA_NOMBRE)
  return letter({
    subject: `Correo de prueba de ${empresa}`,
    paragraphs: [`Si lees esto, los correos de ${empresa} llegan.`],
    link: { text: 'Abrir el programa', href: addressOf(site, '/') },
    foot: 'Lo pidió un administrador desde Ajustes.',
  })
}
