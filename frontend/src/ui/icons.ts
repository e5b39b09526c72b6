/** The icons of Lucide (ISC license) that the application uses, by their names in Lucide. */
import activity from "lucide-static/icons/activity.svg?raw";
import arrowDownUp from "lucide-static/icons/arrow-down-up.svg?raw";
import arrowLeft from "lucide-static/icons/arrow-left.svg?raw";
import arrowLeftRight from "lucide-static/icons/arrow-left-right.svg?raw";
import braces from "lucide-static/icons/braces.svg?raw";
import check from "lucide-static/icons/check.svg?raw";
import chevronDown from "lucide-static/icons/chevron-down.svg?raw";
import chevronRight from "lucide-static/icons/chevron-right.svg?raw";
import circleAlert from "lucide-static/icons/circle-alert.svg?raw";
import circleCheck from "lucide-static/icons/circle-check.svg?raw";
import clock from "lucide-static/icons/clock.svg?raw";
import code from "lucide-static/icons/code.svg?raw";
import contrast from "lucide-static/icons/contrast.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import database from "lucide-static/icons/database.svg?raw";
import download from "lucide-static/icons/download.svg?raw";
import ellipsis from "lucide-static/icons/ellipsis.svg?raw";
import externalLink from "lucide-static/icons/external-link.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import eyeOff from "lucide-static/icons/eye-off.svg?raw";
import file from "lucide-static/icons/file.svg?raw";
import fileInput from "lucide-static/icons/file-input.svg?raw";
import filePlus from "lucide-static/icons/file-plus.svg?raw";
import files from "lucide-static/icons/files.svg?raw";
import folder from "lucide-static/icons/folder.svg?raw";
import folderOpen from "lucide-static/icons/folder-open.svg?raw";
import folderPlus from "lucide-static/icons/folder-plus.svg?raw";
import folderSync from "lucide-static/icons/folder-sync.svg?raw";
import gauge from "lucide-static/icons/gauge.svg?raw";
import globe from "lucide-static/icons/globe.svg?raw";
import grid from "lucide-static/icons/layout-grid.svg?raw";
import hardDrive from "lucide-static/icons/hard-drive.svg?raw";
import history from "lucide-static/icons/history.svg?raw";
import image from "lucide-static/icons/image.svg?raw";
import info from "lucide-static/icons/info.svg?raw";
import key from "lucide-static/icons/key-round.svg?raw";
import keyboard from "lucide-static/icons/keyboard.svg?raw";
import languages from "lucide-static/icons/languages.svg?raw";
import laptop from "lucide-static/icons/laptop.svg?raw";
import library from "lucide-static/icons/library-big.svg?raw";
import link from "lucide-static/icons/link.svg?raw";
import list from "lucide-static/icons/list.svg?raw";
import loader from "lucide-static/icons/loader-circle.svg?raw";
import lock from "lucide-static/icons/lock.svg?raw";
import logOut from "lucide-static/icons/log-out.svg?raw";
import menu from "lucide-static/icons/menu.svg?raw";
import monitor from "lucide-static/icons/monitor.svg?raw";
import moon from "lucide-static/icons/moon.svg?raw";
import mousePointer from "lucide-static/icons/mouse-pointer-click.svg?raw";
import network from "lucide-static/icons/network.svg?raw";
import palette from "lucide-static/icons/palette.svg?raw";
import panelLeft from "lucide-static/icons/panel-left.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import pencil from "lucide-static/icons/pencil.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import power from "lucide-static/icons/power.svg?raw";
import printer from "lucide-static/icons/printer.svg?raw";
import qrCode from "lucide-static/icons/qr-code.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import refresh from "lucide-static/icons/refresh-cw.svg?raw";
import rotateCcw from "lucide-static/icons/rotate-ccw.svg?raw";
import save from "lucide-static/icons/save.svg?raw";
import search from "lucide-static/icons/search.svg?raw";
import settings from "lucide-static/icons/settings.svg?raw";
import share from "lucide-static/icons/share-2.svg?raw";
import shieldCheck from "lucide-static/icons/shield-check.svg?raw";
import sliders from "lucide-static/icons/sliders-horizontal.svg?raw";
import smartphone from "lucide-static/icons/smartphone.svg?raw";
import star from "lucide-static/icons/star.svg?raw";
import sun from "lucide-static/icons/sun.svg?raw";
import tablet from "lucide-static/icons/tablet.svg?raw";
import tag from "lucide-static/icons/tag.svg?raw";
import trash from "lucide-static/icons/trash-2.svg?raw";
import triangleAlert from "lucide-static/icons/triangle-alert.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import upload from "lucide-static/icons/upload.svg?raw";
import webhook from "lucide-static/icons/webhook.svg?raw";
import x from "lucide-static/icons/x.svg?raw";
import zap from "lucide-static/icons/zap.svg?raw";

const sources = {
	activity,
	arrowDownUp,
	arrowLeft,
	arrowLeftRight,
	braces,
	check,
	chevronDown,
	chevronRight,
	circleAlert,
	circleCheck,
	clock,
	code,
	contrast,
	copy,
	database,
	download,
	ellipsis,
	externalLink,
	eye,
	eyeOff,
	file,
	fileInput,
	filePlus,
	files,
	folder,
	folderOpen,
	folderPlus,
	folderSync,
	gauge,
	globe,
	grid,
	hardDrive,
	history,
	image,
	info,
	key,
	keyboard,
	languages,
	laptop,
	library,
	link,
	list,
	loader,
	lock,
	logOut,
	menu,
	monitor,
	moon,
	mousePointer,
	network,
	palette,
	panelLeft,
	pause,
	pencil,
	play,
	plus,
	power,
	printer,
	qrCode,
	redo,
	refresh,
	rotateCcw,
	save,
	search,
	settings,
	share,
	shieldCheck,
	sliders,
	smartphone,
	star,
	sun,
	tablet,
	tag,
	trash,
	triangleAlert,
	undo,
	upload,
	webhook,
	x,
	zap,
};

/** The name of an icon. */
export type IconName = keyof typeof sources;

/** Returns the SVG shapes of an icon, within a square of 24 units. */
export function shapesOf(name: IconName): string {
	return /<svg[^>]*>(.*)<\/svg>/s.exec(sources[name])?.[1] ?? "";
}
