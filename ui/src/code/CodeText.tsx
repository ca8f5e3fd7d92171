/** Code in colours. */
import "./code.css";
import { type Language, tokens } from "./tokens";

export function CodeText({ text, language }: { text: string; language: Language }) {
  return (
    <pre className="code" tabIndex={0}>
      <Coloured text={text} language={language} />
    </pre>
  );
}

export function Coloured({ text, language }: { text: string; language: Language }) {
  return tokens(text, language).map((token, index) =>
    token.kind === "plain" ? (
      token.text
    ) : (
      <span key={index} className={`token-${token.kind}`}>
        {token.text}
      </span>
    ),
  );
}
