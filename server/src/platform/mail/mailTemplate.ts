import type { MailContent } from './Mailer.ts'

interface TemplateLine {
  text: string
  /** Absolute URL. */
  href?: string | undefined
  /** Lines below the text. */
  notes?: readonly string[]
}

interface LineGroup {
  title: string
  lines: readonly TemplateLine[]
  more?: string | undefined
}

/** The company that a mail is from. */
export interface MailCompany {
  nombre: string
  /** A picture that mail programs show. */
  logo?: Buffer | undefined
  logoType?: string | undefined
}

export interface MailTemplateData {
  empresa: MailCompany
  subject: string
  paragraphs?: readonly string[]
  groups?: readonly LineGroup[]
  link?: TemplateLine | undefined
  /** Reason why the user receives the mail. */
  foot: string
}

export const renderMail = (contents: MailTemplateData): MailContent => ({
  from: contents.empresa.nombre,
  subject: contents.subject,
  text: textOf(contents),
  html: htmlOf(contents),
  ...logoOf(contents.empresa),
})

const logoCid = 'logo'

const logoOf = ({ logo, logoType }: MailCompany) =>
  logo &&
  logoType && {
    attachments: [
      { filename: `logo.${logoType.split('/')[1]}`, content: logo, contentType: logoType, cid: logoCid },
    ],
  }

const lineOf = ({ text, href, notes = [] }: TemplateLine, before = '') => [
  `${before}${text}`,
  ...notes.map((note) => `  ${note}`),
  ...(href ? [`  ${href}`] : []),
]

function textOf({ subject, paragraphs = [], groups = [], link, foot }: MailTemplateData): string {
  const blocks = [
    [subject],
    ...paragraphs.map((each) => [each]),
    ...groups.map(({ title, lines, more }) => [
      title,
      ...lines.flatMap((line) => lineOf(line, '- ')),
      ...(more ? [more] : []),
    ]),
    ...(link?.href ? [[`${link.text}: ${link.href}`]] : []),
    ['--', foot],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

const anchor = ({ text, href }: TemplateLine, style: string) =>
  href ? `<a href="${escaped(href)}" style="${style}">${escaped(text)}</a>` : escaped(text)

/** Inline, because many mail clients ignore style sheets. The colours have contrast on white and on black. */
const styles = {
  body: 'margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif',
  column: 'max-width:600px;margin:0 auto',
  logo: 'display:block;max-width:240px;margin:0 0 16px;padding:4px;background:#ffffff;object-fit:contain',
  h1: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  h2: 'margin:24px 0 4px;font-size:17px;line-height:1.4',
  list: 'margin:0;padding:0 0 0 20px',
  item: 'margin:0;padding:4px 0;overflow-wrap:anywhere',
  note: 'font-size:14px;color:#757575',
  more: 'margin:4px 0 0;color:#757575',
  paragraph: 'margin:0 0 12px;overflow-wrap:anywhere',
  link: 'color:#2573d9',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600',
  foot: 'margin:32px 0 0;padding:12px 0 0;border-top:1px solid #8c8c8c;font-size:14px;color:#757575;overflow-wrap:anywhere',
}

const notesOf = ({ notes = [] }: TemplateLine) =>
  notes.map((note) => `<br><span style="${styles.note}">${escaped(note)}</span>`).join('')

const groupOf = ({ title, lines, more }: LineGroup) =>
  `<h2 style="${styles.h2}">${escaped(title)}</h2>
<ul style="${styles.list}">
${lines.map((line) => `<li style="${styles.item}">${anchor(line, styles.link)}${notesOf(line)}</li>`).join('\n')}
</ul>${more ? `\n<p style="${styles.more}">${escaped(more)}</p>` : ''}`

function htmlOf({ empresa, subject, paragraphs = [], groups = [], link, foot }: MailTemplateData): string {
  const parts = [
    ...(empresa.logo
      ? [`<img src="cid:${logoCid}" alt="${escaped(empresa.nombre)}" height="56" style="${styles.logo}">`]
      : []),
    `<h1 style="${styles.h1}">${escaped(subject)}</h1>`,
    ...paragraphs.map((each) => `<p style="${styles.paragraph}">${escaped(each)}</p>`),
    ...groups.map(groupOf),
    ...(link?.href ? [`<p style="margin:24px 0 0">${anchor(link, styles.button)}</p>`] : []),
    `<p style="${styles.foot}">${escaped(foot)}</p>`,
  ]
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="${styles.body}">
<div style="${styles.column}">
${parts.join('\n')}
</div>
</body>
</html>
`
}
