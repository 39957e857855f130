import { createElement, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

/** Replaces lucide-react's function, which serves every framework and weighs 2 KB. */
const createIcon = ({ node }: IconData) =>
  function Icon(props: SVGProps<SVGSVGElement>) {
    const look = {
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    }
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        'aria-hidden': true,
        ...look,
        ...props,
      } as SVGProps<SVGSVGElement>,
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }

export default createIcon
