/**
 * The styles that every view may use, in the order in which they apply.
 *
 * They are plain classes, so they are loaded once, before anything is shown. Styles of a single view, or of one of the
 * shared rooms, are imported by the component that they belong to.
 */
import "./tokens.css";
import "./base.css";
import "./buttons.css";
import "./fields.css";
import "./blocks.css";
import "./chips.css";
import "./runs.css";
import "./names.css";
import "./notices.css";
import "./tables.css";
import "./tabs.css";
import "./menus.css";
import "./raw.css";
