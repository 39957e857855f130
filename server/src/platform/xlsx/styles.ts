import { xmlText } from './text.ts'

/** How a column's numbers are shown; 100A is Spanish as in Guatemala. Text stays text in all of them. */
const formats = {
  general: 'General',
  count: '#,##0',
  tenths: '#,##0.0',
  decimal: '#,##0.00',
  money: '"Q"#,##0.00',
  date: 'dd/mm/yyyy',
  month: '[$-100A]mmmm\\ yyyy',
  time: 'hh:mm',
} as const
export type Format = keyof typeof formats

const names = Object.keys(formats)
/** Numbers below belong to the program that opens the file. */
const firstOwn = 164
const numberFormat = (name: string) => (name === 'general' ? 0 : firstOwn + names.indexOf(name))

/** Where the looks stand among `cellXfs`: each format plain, as a total and as a header. Empty cells have the first. */
export const styleOf = (format: Format) => names.indexOf(format)
export const totalStyleOf = (format: Format) => names.length + names.indexOf(format)
export const headerStyleOf = (format: Format) => 2 * names.length + names.indexOf(format)

/** What is added up stands to the right, under its header; the rest reads from the left. */
const isFigure = (format: string) => ['count', 'tenths', 'decimal', 'money'].includes(format)
const alignment = (format: string) =>
  isFigure(format) ? '<alignment horizontal="right"/>' : '<alignment horizontal="left" indent="1"/>'

const look = (format: string, font: number, fill: number, border: number) =>
  `<xf numFmtId="${numberFormat(format)}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment(format)}</xf>`

const looks = [
  ...names.map((format) => look(format, 0, 0, 0)),
  ...names.map((format) => look(format, 1, 0, 2)),
  ...names.map((format) => look(format, 1, 2, 1)),
]

const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const border = (top: string, bottom: string) => `<border><left/><right/>${top}${bottom}<diagonal/></border>`
const line = (side: string) => `<${side} style="thin"><color rgb="FF808080"/></${side}>`

/** xl/styles.xml. The first two fills are Excel's own. */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="${names.length - 1}">${Object.entries(formats)
  .filter(([name]) => name !== 'general')
  .map(([name, code]) => `<numFmt numFmtId="${numberFormat(name)}" formatCode="${xmlText(code)}"/>`)
  .join('')}</numFmts>\
<fonts count="2">${font('')}${font('<b/>')}</fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFECEFF1"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="3">${border('<top/>', '<bottom/>')}${border('<top/>', line('bottom'))}${border(line('top'), '<bottom/>')}</borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${looks.length}">${looks.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
</styleSheet>`
